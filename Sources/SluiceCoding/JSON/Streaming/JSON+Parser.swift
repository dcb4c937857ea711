extension JSON {
  /// Takes one document as it arrives.
  ///
  ///     var parser = JSON.Parser()
  ///     for try await chunk in body { try parser.feed(chunk) }
  ///     let answer = try parser.finish()
  ///
  /// The document is checked once it is complete. An error is final: further calls throw it again.
  public struct Parser: Sendable {
    /// How many bytes a document may have. 1 GiB by default.
    public let maxBytes: Int
    /// How many arrays and objects may lie within one another. 512 by default.
    public let maxDepth: Int
    /// What becomes of a key that its object has already. `.keepFirst` by default.
    public let duplicateKeys: DuplicateKeys

    private var bytes: [UInt8] = []
    private var failure: SyntaxError?

    public init(maxBytes: Int = 1 << 30, maxDepth: Int = 512, duplicateKeys: DuplicateKeys = .keepFirst) {
      self.maxBytes = maxBytes
      self.maxDepth = maxDepth
      self.duplicateKeys = duplicateKeys
    }

    /// Takes the next bytes.
    public mutating func feed(_ chunk: [UInt8]) throws(SyntaxError) { try feed(chunk.span) }

    /// Takes the next bytes.
    public mutating func feed(_ chunk: Span<UInt8>) throws(SyntaxError) {
      if let failure { throw failure }
      guard chunk.count <= maxBytes - bytes.count else {
        let error = JSONPosition(after: bytes.span).error(.tooLarge)
        failure = error
        bytes = []
        throw error
      }
      bytes.append(copying: chunk)
    }

    /// The document.
    public mutating func finish() throws(SyntaxError) -> Value {
      if let failure { throw failure }
      do {
        return try Value(parsing: bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
      } catch {
        failure = error
        throw error
      }
    }
  }
}
