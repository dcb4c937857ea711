/// Why the text of a query was refused, before any value was decoded from it.
public struct QueryError: Error, Sendable, Hashable {
  /// What is wrong. More codes may come.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    let explanation: String

    private init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// A `%` without two hexadecimal digits after it. Strict decoding alone refuses it.
    public static let invalidEscape = Code("invalid-escape", "invalid escape")
    /// Bytes that are not UTF-8, escaped or not. Strict decoding alone refuses them.
    public static let invalidUTF8 = Code("invalid-utf-8", "invalid UTF-8")
    /// More pairs than the decoder's limit.
    public static let tooManyPairs = Code("too-many-pairs", "too many pairs")
  }

  public let code: Code
  /// Where in the text, in bytes from its start: the escape, the first byte that is not UTF-8, or the first
  /// pair over the limit.
  public let byteOffset: Int
}

extension QueryError: CustomStringConvertible {
  /// One line, such as `too-many-pairs: too many pairs at byte 41`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(code.explanation) at byte \(byteOffset)" }
}
