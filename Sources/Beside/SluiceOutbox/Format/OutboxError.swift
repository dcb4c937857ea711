@_exported public import SluiceErrors

/// An error of an outbox. Responses, transports and files have their own errors.
public struct OutboxError: SluiceError {
  /// The kind of the error.
  public let code: ErrorCode
  /// A description of the error in English.
  public let message: String
  /// The error that caused this one, or `nil` if there is none.
  public let underlying: (any Error)?

  init(_ code: ErrorCode, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension ErrorCode {
  /// The request cannot be stored: its URL is not absolute, or its body can be read only once, is of a custom type,
  /// or names a file that cannot be read. Code `unsupported-request`.
  public static let unsupportedRequest = ErrorCode("unsupported-request")
  /// The stored request would exceed ``Outbox/maximumEntryByteCount``. Code `request-too-large`.
  public static let requestTooLarge = ErrorCode("request-too-large")
  /// A file of the request's body was changed or removed after the request was added. Code `file-changed`.
  public static let fileChanged = ErrorCode("file-changed")
  /// A redirect would have changed the method and dropped the body, as a redirect to a login page does. Code
  /// `method-changed`.
  public static let methodChanged = ErrorCode("method-changed")
  /// The request was not delivered before it expired. Code `expired`.
  public static let expired = ErrorCode("expired")
  /// The request could not be delivered, as an earlier process has found. Code `undeliverable`.
  public static let undeliverable = ErrorCode("undeliverable")
  /// The file of an entry is damaged, or was written by a later version of Sluice. Code `damaged-entry`.
  public static let damagedEntry = ErrorCode("damaged-entry")
  /// The entry does not exist. Code `entry-missing`.
  public static let entryMissing = ErrorCode("entry-missing")
  /// The entry, or another one with its key, is being sent. Code `entry-in-use`.
  public static let entryInUse = ErrorCode("entry-in-use")
}
