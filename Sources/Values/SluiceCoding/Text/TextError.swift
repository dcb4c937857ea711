/// An error that describes why bytes cannot be decoded as text, and where.
public struct TextError: Error, Sendable, Hashable {
  /// A kind of ``TextError``. More codes may be added, so switch with a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code as text, such as `malformed-text`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The bytes are not valid in their encoding.
    public static let malformed = Code("malformed-text")
    /// The label does not name a known encoding.
    public static let unknownEncoding = Code("unknown-encoding")
  }

  /// The kind of the error.
  public let code: Code
  /// The name of the encoding, or the first 40 Unicode scalars of the unknown label.
  public let encoding: String
  /// The position of the first malformed sequence, in bytes from the start. `nil` if unknown, and for an unknown
  /// encoding.
  public let byteOffset: Int?

  /// Returns the error for bytes that are not valid in `encoding`.
  ///
  /// - Parameters:
  ///   - encoding: The name of the encoding.
  ///   - byteOffset: The position of the first malformed sequence, in bytes from the start. Defaults to `nil`:
  ///     unknown.
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
