extension JSON.Decoder {
  /// Decodes a value from a UTF-8 document.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The bytes of a whole document.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` with the coding path, or the error that a type's `init(from:)` throws. For a
  ///   malformed document or one over a limit, it is `DecodingError.dataCorrupted` with a ``JSON/SyntaxError`` as its
  ///   underlying error.
  /// - Complexity: O(*n*) in the number of bytes, plus the work of the types' `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
    // SAFETY: The raw bytes of a span are unsafe only if its elements may have uninitialized padding. Bytes have none.
    try unsafe decode(type, from: bytes.bytes)
  }
}
