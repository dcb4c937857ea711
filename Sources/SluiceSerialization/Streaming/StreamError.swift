/// What is wrong with a stream of elements, and where.
public struct StreamError: Error, Sendable {
  /// The kind of a ``StreamError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    let explanation: String

    private init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// Two of a code's kind are the same code.
    public static func == (a: Code, b: Code) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// A line has more bytes than the limit.
    public static let lineTooLong = Code("line-too-long", "the line has more bytes than the limit")
    /// A record has more bytes than the limit.
    public static let recordTooLarge = Code("record-too-large", "the record has more bytes than the limit")
    /// An event has more bytes than the limit.
    public static let eventTooLarge = Code("event-too-large", "the event has more bytes than the limit")
    /// Text that is not UTF-8.
    public static let invalidUTF8 = Code("invalid-utf8", "the text is not UTF-8")
    /// A JSON text sequence does not begin with a record separator (RFC 7464 §2.1).
    public static let missingSeparator = Code(
      "missing-separator", "a record separator has to come before the record")
    /// A record was cut short: another begins, or the stream ends, before it is complete (RFC 7464 §2.4).
    public static let truncatedRecord = Code("truncated-record", "the record was cut short")
    /// A record is valid JSON, but no value of its type. The underlying error says why.
    public static let undecodableRecord = Code("undecodable-record", "the record has another shape")
  }

  public let code: Code
  /// The line of the stream, from 1.
  public let line: Int
  /// The byte of the stream, from 0.
  public let byteOffset: Int64
  /// What was thrown where the record was parsed or decoded.
  public let underlying: (any Error)?

  init(_ code: Code, line: Int, byteOffset: Int64, underlying: (any Error)? = nil) {
    self.code = code
    self.line = line
    self.byteOffset = byteOffset
    self.underlying = underlying
  }
}

extension StreamError: CustomStringConvertible {
  /// One line, such as `line-too-long: the line has more bytes than the limit at line 3 (byte 41)`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String {
    "\(code.explanation) at line \(line) (byte \(byteOffset))\(underlying.map { ": \($0)" } ?? "")"
  }
}
