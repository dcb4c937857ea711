internal import SluiceSupport

extension JSON {
  /// A parser of a single document as it arrives.
  ///
  ///     var parser = JSON.Parser()
  ///     for try await chunk in body { try parser.feed(chunk) }
  ///     let document = try parser.finish()
  ///
  /// The parser collects the bytes, and parses them when ``finish()`` is called. An error is final: further calls throw
  /// it again.
  public struct Parser: Sendable {
    /// The maximum number of bytes of the document, or `nil` for no limit. Defaults to 1 GiB.
    public let maximumByteCount: Int?
    /// The maximum depth of nested arrays and objects. Defaults to 512.
    public let maximumDepth: Int
    /// The handling of duplicate keys in an object. Defaults to `.keepFirst`.
    public let duplicateKeys: DuplicateKeys

    private var bytes: [UInt8] = []
    private var failure = FinalError<SyntaxError>()

    /// Creates a parser without any bytes.
    ///
    /// - Parameters:
    ///   - maximumByteCount: The maximum number of bytes of the document, or `nil` for no limit. Defaults to 1 GiB.
    ///   - maximumDepth: The maximum depth of nested arrays and objects. Defaults to 512.
    ///   - duplicateKeys: The handling of duplicate keys in an object. Defaults to `.keepFirst`.
    public init(
      maximumByteCount: Int? = 1 << 30, maximumDepth: Int = 512, duplicateKeys: DuplicateKeys = .keepFirst
    ) {
      self.maximumByteCount = maximumByteCount
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
    }

    /// Appends the next bytes of the document.
    ///
    /// - Throws: ``SyntaxError`` with the code ``SyntaxError/Code/tooLarge`` if the document exceeds
    ///   ``maximumByteCount``. The error's position is the start of the chunk.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func feed(_ chunk: [UInt8]) throws(SyntaxError) { try feed(chunk.span) }

    /// Appends the next bytes of the document.
    ///
    /// - Throws: ``SyntaxError`` with the code ``SyntaxError/Code/tooLarge`` if the document exceeds
    ///   ``maximumByteCount``. The error's position is the start of the chunk.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func feed(_ chunk: Span<UInt8>) throws(SyntaxError) {
      try failure.check()
      do throws(SyntaxError) {
        guard chunk.count <= (maximumByteCount ?? .max) - bytes.count else {
          throw JSONPosition(after: bytes.span).error(.tooLarge)
        }
        bytes.append(copying: chunk)
      } catch {
        throw failure.keep(error)
      }
    }

    /// Ends the document and parses it.
    ///
    /// - Returns: The parsed document.
    /// - Throws: ``SyntaxError``.
    /// - Complexity: O(*n*) in the number of bytes of the document.
    public mutating func finish() throws(SyntaxError) -> Value {
      try failure.check()
      do throws(SyntaxError) {
        return try Value(
          parsing: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
      } catch {
        throw failure.keep(error)
      }
    }
  }
}
