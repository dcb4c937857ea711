/// Why bytes are no text, and where.
public struct TextError: Error, Sendable, Hashable {
  /// The kind of a ``TextError``. More may come: switch with a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The bytes are not valid in their encoding.
    public static let malformed = Code("malformed-text")
    /// The label is of no encoding that is known here.
    public static let unknownEncoding = Code("unknown-encoding")
  }

  public let code: Code
  /// The encoding's name, or the label that is unknown.
  public let encoding: String
  /// Where the first malformed sequence begins, in bytes from the start. Nil where that is not known, and
  /// for an unknown encoding.
  public let byteOffset: Int?

  /// The bytes are not valid in `encoding`.
  public static func malformed(in encoding: String, at byteOffset: Int? = nil) -> TextError {
    TextError(code: .malformed, encoding: encoding, byteOffset: byteOffset)
  }

  static func unknownEncoding(_ label: some StringProtocol) -> TextError {
    TextError(
      code: .unknownEncoding, encoding: String(String.UnicodeScalarView(label.unicodeScalars.prefix(40))),
      byteOffset: nil)
  }
}

extension TextError: CustomStringConvertible {
  /// One line, such as `malformed-text: the bytes are not UTF-8 at byte 12`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String {
    guard code == .malformed else { return "no encoding is known as '\(encoding)'" }
    return "the bytes are not \(encoding)" + (byteOffset.map { " at byte \($0)" } ?? "")
  }
}
