internal import SluiceSupport

extension JSON.Value {
  /// Parses a UTF-8 document.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document.
  ///   - maximumDepth: The maximum depth of nested arrays and objects. Defaults to 512.
  ///   - duplicateKeys: The handling of duplicate keys in an object. Defaults to `.keepFirst`, with which ``members``
  ///     contains all members, and the subscript finds the first one with a key.
  /// - Throws: ``JSON/SyntaxError``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    parsing bytes: Span<UInt8>, maximumDepth: Int = 512, duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    let document = try JSONDocument(copying: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
    self.init(document, JSONDocument.root)
  }

  /// Parses a UTF-8 document, such as an array or `Data`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document.
  ///   - maximumDepth: The maximum depth of nested arrays and objects. Defaults to 512.
  ///   - duplicateKeys: The handling of duplicate keys in an object. Defaults to `.keepFirst`.
  /// - Throws: ``JSON/SyntaxError``.
  /// - Complexity: O(*n*) in the number of bytes.
  @inlinable
  public init(
    parsing bytes: some Collection<UInt8>, maximumDepth: Int = 512,
    duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    self = try bytes.withByteSpan { bytes throws(JSON.SyntaxError) in
      try JSON.Value(parsing: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
    }
  }

  /// Parses the text of a document.
  ///
  /// - Parameters:
  ///   - text: The text of the document.
  ///   - maximumDepth: The maximum depth of nested arrays and objects. Defaults to 512.
  ///   - duplicateKeys: The handling of duplicate keys in an object. Defaults to `.keepFirst`.
  /// - Throws: ``JSON/SyntaxError``.
  /// - Complexity: O(*n*) in the number of UTF-8 bytes.
  public init(
    parsing text: String, maximumDepth: Int = 512, duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    try self.init(parsing: text.utf8.span, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
  }

  /// Returns the value as JSON in UTF-8.
  ///
  /// - Parameter formatting: The layout of the text. Defaults to no options: a single line.
  /// - Complexity: O(*n*) in the number of bytes, plus the time to sort keys with ``JSON/OutputFormatting/sortedKeys``.
  public func bytes(formatting: JSON.OutputFormatting = []) -> [UInt8] {
    formatted(formatting).array
  }

  /// Appends the value as JSON in UTF-8 to `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The array to append to.
  ///   - formatting: The layout of the text. Defaults to no options: a single line.
  /// - Complexity: That of ``bytes(formatting:)``.
  package func write(into bytes: inout [UInt8], formatting: JSON.OutputFormatting = []) {
    formatted(formatting).append(to: &bytes)
  }

  /// Passes the value as JSON in UTF-8 to a closure: in pieces if it was parsed and is pretty-printed, and otherwise as
  /// a whole. Indentation can make the text much longer than the document was.
  ///
  /// - Parameters:
  ///   - formatting: The layout of the text.
  ///   - output: A closure that takes the next bytes.
  /// - Throws: The error of `output`.
  package func write(formatting: JSON.OutputFormatting, to output: ([UInt8]) throws -> Void) throws {
    guard case .scanned(let document, let index) = storage else {
      return try output(bytes(formatting: formatting))
    }
    let buffer = JSONBuffer()
    try withoutActuallyEscaping(output) { output in
      var failure: (any Error)?
      document.read { tape in
        var formatter = JSONFormatter(tape: tape, formatting: formatting)
        formatter.flush = { buffer in
          do {
            try output(buffer.array)
          } catch {
            failure = error
            return false
          }
          buffer.truncate(to: 0)
          return true
        }
        formatter.format(index, into: buffer)
      }
      if let failure { throw failure }
    }
    try output(buffer.array)
  }

  private func formatted(_ formatting: JSON.OutputFormatting) -> JSONBuffer {
    if case .scanned(let document, let index) = storage {
      return document.read { JSONFormatter(tape: $0, formatting: formatting).format(index) }
    }
    let buffer = JSONBuffer()
    write(into: buffer, escapesSlashes: !formatting.contains(.withoutEscapingSlashes))
    guard !formatting.isDisjoint(with: [.prettyPrinted, .sortedKeys]),
      // The text was written just now, so it is valid.
      let document = try? buffer.scanned()
    else { return buffer }
    return document.read { JSONFormatter(tape: $0, formatting: formatting).format(JSONDocument.root) }
  }
}

extension JSON.Value: CustomStringConvertible {
  /// The value as JSON in a single line, without escaped slashes.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public var description: String {
    String(decoding: bytes(formatting: .withoutEscapingSlashes), as: UTF8.self)
  }
}

extension JSON.Value: Hashable {
  /// Returns whether two values have the same text in a single line.
  ///
  /// - Complexity: O(*n*) in the size of the values.
  public static func == (left: JSON.Value, right: JSON.Value) -> Bool { left.bytes() == right.bytes() }

  /// Hashes the text of the value.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes()) }
}

extension JSON.Value.Content: Hashable {
  /// Returns whether the values of two contents are equal: whether they have the same text in a single line.
  ///
  /// - Complexity: O(*n*) in the size of the contents.
  public static func == (left: JSON.Value.Content, right: JSON.Value.Content) -> Bool {
    JSON.Value(left) == JSON.Value(right)
  }

  /// Hashes the text of the content.
  ///
  /// - Complexity: O(*n*) in the size of the content.
  public func hash(into hasher: inout Hasher) { JSON.Value(self).hash(into: &hasher) }
}
