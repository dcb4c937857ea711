/// The kind of an error.
///
/// All errors of Sluice share this type. Each module adds its codes in an extension, whose comments say what they mean:
///
/// ```swift
/// do {
///   show(try await session.get("users/1", decoding: .json(User.self)))
/// } catch let error as any SluiceError where error.code == .timedOut {
///   show("the server takes too long")
/// }
/// ```
///
/// New codes may be added, so a `switch` over codes needs a `default` case. Codes are equal if they have the same text,
/// and no two codes have the same one.
public struct ErrorCode: Sendable {
  /// The code as text, such as `timed-out`. It stays the same in later versions.
  public let description: String
  /// The message of an error that has nothing to add, or `nil` if each error has a message of its own.
  package let explanation: String?
  /// The explanation, or the code if it has none.
  package var text: String { explanation ?? description }

  package init(_ description: String, _ explanation: String? = nil) {
    self.description = description
    self.explanation = explanation
  }
}

extension ErrorCode: Hashable {
  /// Returns a Boolean value that indicates whether two codes have the same text.
  public static func == (a: ErrorCode, b: ErrorCode) -> Bool { a.description == b.description }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension ErrorCode: CustomStringConvertible {}

// The codes of errors of several modules of which none imports the other.

extension ErrorCode {
  /// A body has more bytes than a limit allows. Code `body-too-large`.
  ///
  /// In a session, it is the limit of collecting or downloading the body. In a received multipart body, it is
  /// `MultipartLimits.maximumByteCount`.
  public static let bodyTooLarge = ErrorCode("body-too-large", "the body has more bytes than the limit")
  /// An escape is malformed: a backslash in JSON that does not start a valid escape (RFC 8259 §7), or a `%` in a query
  /// that is not followed by two hexadecimal digits, which only strict decoding refuses. Code `invalid-escape`.
  public static let invalidEscape = ErrorCode("invalid-escape", "invalid escape")
  /// Text is not valid UTF-8 (RFC 3629 §4): a string of JSON, a query that is decoded strictly, a record of a stream,
  /// or a header's value or a text field of a multipart body. Code `invalid-utf8`.
  public static let invalidUTF8 = ErrorCode("invalid-utf8", "invalid UTF-8")
  /// Arrays, objects, containers or elements are nested more deeply than the limit. Code `too-deep`.
  public static let tooDeep = ErrorCode("too-deep", "nested too deeply")
  /// Something exceeds its limit: a JSON document of 64 GiB or more, or one over the limit of its parser; a binary
  /// property list that becomes larger than its decoder's `maximumExpansion` because of shared objects; the byte
  /// counts of joined bodies, if they add up to more than 2⁶³ − 1; a line, a head or a body of a loopback server. Code
  /// `too-large`.
  public static let tooLarge = ErrorCode("too-large", "too large")
  /// Compressed data or a property list is empty or ends too early. Code `truncated`.
  public static let truncated = ErrorCode("truncated", "the data ends too early")
}
