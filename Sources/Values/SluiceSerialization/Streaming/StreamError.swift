public import SluiceErrors
internal import SluiceJSON

/// An error in a stream of elements, with its position.
public struct StreamError: SluiceError {
  /// The kind of the error.
  public let code: ErrorCode
  /// The line in the stream, counting from 1.
  public let line: Int
  /// The byte offset in the stream, counting from 0.
  public let byteOffset: Int64
  /// The error that parsing or decoding the record threw, or `nil` if there is none.
  public let underlying: (any Error)?

  init(_ code: ErrorCode, line: Int, byteOffset: Int64, underlying: (any Error)? = nil) {
    self.code = code
    self.line = line
    self.byteOffset = byteOffset
    self.underlying = underlying
  }
}

extension StreamError {
  /// Creates the error for a record that is not JSON, at the position of the syntax error.
  init(malformed error: JSON.SyntaxError) {
    self.init(
      .undecodableRecord, line: error.line, byteOffset: Int64(error.byteOffset), underlying: error)
  }

  /// The description without the code.
  public var message: String {
    if let syntax = underlying as? JSON.SyntaxError, code == .undecodableRecord {
      return "the record is malformed: \(syntax)"
    }
    return "\(code.text) at line \(line) (byte \(byteOffset))\(underlying.map { ": \($0)" } ?? "")"
  }
}

extension ErrorCode {
  /// A line exceeds the limit.
  public static let lineTooLong = ErrorCode("line-too-long", "the line has more bytes than the limit")
  /// A record exceeds the limit.
  public static let recordTooLarge = ErrorCode("record-too-large", "the record has more bytes than the limit")
  /// An event exceeds the limit.
  public static let eventTooLarge = ErrorCode("event-too-large", "the event has more bytes than the limit")
  /// The code ``invalidUTF8`` for a line.
  static let invalidUTF8Line = ErrorCode("invalid-utf8", "the text is not UTF-8")
  /// A JSON text sequence does not begin with a record separator (RFC 7464 §2.1).
  public static let missingSeparator = ErrorCode(
    "missing-separator", "a record separator has to come before the record")
  /// A record is cut short: the next one begins, or the stream ends, before it is complete (RFC 7464 §2.4).
  public static let truncatedRecord = ErrorCode("truncated-record", "the record was cut short")
  /// A record, or what is between two elements of an array, is not JSON, or cannot be decoded into its type.
  /// ``StreamError/underlying`` is the reason: a `JSON.SyntaxError` or a `DecodingError`.
  public static let undecodableRecord = ErrorCode("undecodable-record", "the record does not fit its type")
}
