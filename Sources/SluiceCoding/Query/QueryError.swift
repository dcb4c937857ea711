/// Why the text of a query was refused, before any value was decoded from it.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong. More codes may come.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// A `%` without two hexadecimal digits after it. Strict decoding alone refuses it.
    public static let invalidEscape = Code(description: "invalid escape")
    /// Bytes that are not UTF-8, escaped or not. Strict decoding alone refuses them.
    public static let invalidUTF8 = Code(description: "invalid UTF-8")
    /// More pairs than the decoder's limit.
    public static let tooManyPairs = Code(description: "too many pairs")
  }

  public let code: Code
  /// Where in the text, in bytes from its start: the escape, the first byte that is not UTF-8, or the first
  /// pair over the limit.
  public let byteOffset: Int

  public var description: String { "\(code) at byte \(byteOffset)" }
}
