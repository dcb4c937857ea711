/// An error of Sluice.
///
/// Every public error type of Sluice conforms to it, so one `catch` clause is enough:
///
/// ```swift
/// do {
///   show(try await session.get("users/1", decoding: .json(User.self)))
/// } catch let error as any SluiceError {
///   print(error.code, error.url ?? "", error.isRetryable, error.message)
/// }
/// ```
///
/// With the module SluiceSerialization, an error also has a `status`.
public protocol SluiceError: Error, Sendable, CustomStringConvertible {
  /// The kind of the error.
  var code: ErrorCode { get }
  /// The description without the code, in English.
  var message: String { get }
  /// The URL of the request without user info, query and fragment, which may contain secrets, or `nil` if the error is
  /// not about a request.
  var url: String? { get }
  /// Whether the same request may succeed in another attempt, because the cause is often temporary: there is no
  /// connection, or it was lost, a time limit has passed, or the status is 408, 429, 500, 502, 503 or 504.
  ///
  /// It does not depend on the policy of a session, nor on the method, and the session may have made its attempts
  /// already. Whether a repetition does its work twice is for the program to know.
  var isRetryable: Bool { get }
}

extension SluiceError {
  /// `nil`: the error is not about a request.
  public var url: String? { nil }
  /// `false`: another attempt does not help.
  public var isRetryable: Bool { false }
  /// The code and the message on one line, such as `file-grew: /data/a.mov: expected 10 bytes, found 12`.
  public var description: String { "\(code): \(message)" }
}
