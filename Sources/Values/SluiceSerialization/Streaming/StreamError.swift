/// An error in a stream of elements, with its position.
public struct StreamError: Error, Sendable {
  /// The kind of a ``StreamError``.
  ///
  /// New codes may be added, so a `switch` over codes needs a `default` case.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code as text, such as `line-too-long`.
    public let description: String
    let explanation: String

    private init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// Returns a Boolean value that indicates whether two codes have the same description.
    public static func == (a: Code, b: Code) -> Bool { a.description == b.description }
    /// Hashes the description of the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// A line exceeds the limit.
    public static let lineTooLong = Code("line-too-long", "the line has more bytes than the limit")
    /// A record exceeds the limit.
    public static let recordTooLarge = Code("record-too-large", "the record has more bytes than the limit")
    /// An event exceeds the limit.
    public static let eventTooLarge = Code("event-too-large", "the event has more bytes than the limit")
    /// The text is not UTF-8.
    public static let invalidUTF8 = Code("invalid-utf8", "the text is not UTF-8")
    /// A JSON text sequence does not begin with a record separator (RFC 7464 §2.1).
    public static let missingSeparator = Code(
      "missing-separator", "a record separator has to come before the record")
    /// A record is cut short: the next one begins, or the stream ends, before it is complete (RFC 7464 §2.4).
    public static let truncatedRecord = Code("truncated-record", "the record was cut short")
    /// A record is valid JSON, but cannot be decoded into its type. ``StreamError/underlying`` is the reason.
    public static let undecodableRecord = Code("undecodable-record", "the record does not fit its type")
  }

  /// The kind of the error.
  public let code: Code
  /// The line in the stream, counting from 1.
  public let line: Int
  /// The byte offset in the stream, counting from 0.
  public let byteOffset: Int64
  /// The error that parsing or decoding the record threw, or `nil` if there is none.
  public let underlying: (any Error)?

  init(_ code: Code, line: Int, byteOffset: Int64, underlying: (any Error)? = nil) {
    self.code = code
    self.line = line
    self.byteOffset = byteOffset
    self.underlying = underlying
  }
}

extension StreamError: CustomStringConvertible {
  /// The code and the message, such as
  /// `line-too-long: the line has more bytes than the limit at line 3 (byte 41)`.
  public var description: String { "\(code): \(message)" }

  /// The description without the code.
  public var message: String {
    "\(code.explanation) at line \(line) (byte \(byteOffset))\(underlying.map { ": \($0)" } ?? "")"
  }
}
