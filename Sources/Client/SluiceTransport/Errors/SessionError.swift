internal import SluiceBody
@_exported public import SluiceErrors
internal import SluiceSerialization
internal import SluiceSupport

/// An error between sending a request and receiving its response.
///
/// ```swift
/// do {
///   let user: User = try await session.get("users/1")
///   show(user)
/// } catch let error as SessionError where error.code == .timedOut {
///   retryLater()
/// }
/// ```
///
/// Cancelling the task throws a `CancellationError` instead.
public struct SessionError: SluiceError {
  /// The kind of the error.
  public let code: ErrorCode
  /// The message without what is known of the call, such as the number of attempts.
  package let cause: String
  private var additions = ""
  /// A description of the error in English, without the URL.
  public var message: String { cause + additions }
  /// The URL of the request, without user-info, query and fragment, or `nil` if the error is not about a URL.
  public private(set) var url: String?
  /// The number of the part, from 1, at which an upload in parts failed, or of the segment of a planned download, or
  /// `nil` if the error is about neither.
  public private(set) var partNumber: Int?
  /// The error that caused this one, or `nil` if there is none.
  public let underlying: (any Error)?
  /// The status with which an HTTP proxy has refused to connect to the host, or `nil` for any other error.
  public let proxyStatus: Int?

  /// Creates an error, for code that stands in for a session.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: A description in English. Defaults to the description of the underlying error or the code.
  ///   - underlying: The error that caused this one. Defaults to `nil`.
  ///   - proxyStatus: The status with which a proxy refuses, for the code `proxy-refused`. Defaults to `nil`.
  public init(
    _ code: ErrorCode, message: String? = nil, underlying: (any Error)? = nil, proxyStatus: Int? = nil
  ) {
    self.code = code
    self.proxyStatus = proxyStatus
    cause = message ?? underlying.map { "\($0)" } ?? code.description
    self.underlying = underlying
  }

  /// The error of a transfer whose session was invalidated.
  package static let invalidated = SessionError(.invalidated, message: "the session was invalidated")

  /// Returns the error for a body that has to be sent again but can be read only once.
  ///
  /// - Parameter status: The status of the response that asks for it, or `nil` if another connection does.
  package static func notReplayable(after status: Int?) -> SessionError {
    let reason =
      status.map { "the response \($0) asks for it again" } ?? "another connection has to send it again"
    return SessionError(
      .bodyFailed, message: "the body can be read only once, but \(reason)",
      underlying: BodyError(.notReplayable))
  }

  /// Returns the error with a URL, unless it has one already.
  package func at(_ url: String) -> SessionError {
    var error = self
    error.url = error.url ?? url
    return error
  }

  /// Returns the error of a call, whose message has the number of attempts if there were several.
  package func after(attempts count: Int) -> SessionError {
    count > 1 ? adding("after \(count) attempts") : self
  }

  /// Returns the error with more text at the end of its message.
  func adding(_ text: String) -> SessionError {
    var error = self
    error.additions += ", \(text)"
    return error
  }

  /// Returns the error with what another one says of its call: the URL, the part and the number of attempts.
  package func inCall(of other: SessionError) -> SessionError {
    var error = self
    (error.url, error.partNumber, error.additions) = (other.url, other.partNumber, other.additions)
    return error
  }

  /// Returns the error with the number of a part, unless it has one already.
  package func inPart(_ number: Int) -> SessionError {
    var error = self
    error.partNumber = error.partNumber ?? number
    return error
  }
}

extension SessionError {
  /// The codes that ``isRetryable`` is true for.
  package static let retryableCodes: Set<ErrorCode> = [
    .unknownHost, .connectionFailed, .connectionLost, .timedOut,
  ]

  /// Whether another attempt may succeed: there is no connection, or it was lost, a time limit has passed, or a proxy
  /// refuses with a status that is often temporary.
  public var isRetryable: Bool {
    Self.retryableCodes.contains(code)
      || proxyStatus.map(ResponseError.retryableStatuses.contains) ?? false
  }

  /// A description in one line, such as `connection-failed: Connection refused (http://127.0.0.1:9/)`.
  public var description: String {
    message == code.description ? messageWithPlace : "\(code): \(messageWithPlace)"
  }

  /// The message, and in parentheses the part and the URL.
  package var messageWithPlace: String {
    let place = [partNumber.map { "part \($0)" }, url].compactMap(\.self).joined(separator: ": ")
    return (place.isEmpty ? message : "\(message) (\(place))").escapingControls
  }
}

/// A limit of time, by the name that it has in the configuration of a session.
package enum TimeLimitName: String, Sendable {
  case connectTimeout, idleTimeout, responseTimeout, timeout
}

extension SessionError {
  /// Returns the error of a limit that has passed, whose message names it and its length.
  ///
  /// - Parameters:
  ///   - name: The limit.
  ///   - limit: Its length.
  package static func timedOut(_ name: TimeLimitName, after limit: Duration) -> SessionError {
    let time = limit.inSeconds
    let text =
      switch name {
      case .connectTimeout: "no connection within \(time)"
      case .idleTimeout: "no progress for \(time)"
      case .responseTimeout: "no complete response head within \(time) after the request"
      case .timeout: "the request was not complete after \(time)"
      }
    return SessionError(.timedOut, message: "\(text) (\(name.rawValue))")
  }
}

extension Duration {
  /// The duration in seconds, rounded to milliseconds, such as `60 seconds` or `0.25 seconds`.
  package var inSeconds: String {
    let seconds = (self / .milliseconds(1)).rounded() / 1000
    return seconds == 1 ? "1 second" : "\(Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)") seconds"
  }
}

extension ErrorCode {
  /// The URL is malformed, or its scheme is neither http nor https. Code `invalid-url`.
  public static let invalidURL = ErrorCode("invalid-url")
  /// The host's name has no address. Code `unknown-host`.
  public static let unknownHost = ErrorCode("unknown-host")
  /// The connection to the host or the proxy failed, possibly because the process has too many open files. Code
  /// `connection-failed`.
  public static let connectionFailed = ErrorCode("connection-failed")
  /// The proxy refuses to connect to the host: the status of its response to CONNECT is ``SessionError/proxyStatus``,
  /// or a SOCKS proxy rejects the user or the request. It is retried if ``Session/RetryPolicy/statuses`` contains the
  /// status. Code `proxy-refused`.
  public static let proxyRefused = ErrorCode("proxy-refused")
  /// The connection was closed or broken before the response was complete. Code `connection-lost`.
  public static let connectionLost = ErrorCode("connection-lost")
  /// The response is not HTTP, or contradicts itself. Code `invalid-response`.
  public static let invalidResponse = ErrorCode("invalid-response")
  /// A time limit has passed, which the message names: that for connecting, for progress, for the response's head, or
  /// for the whole request. Code `timed-out`.
  public static let timedOut = ErrorCode("timed-out")
  /// TLS failed for a reason other than the trust in the peer. Code `tls-failed`.
  public static let tlsFailed = ErrorCode("tls-failed")
  /// The peer's certificate or public key is not trusted. Code `untrusted`.
  public static let untrusted = ErrorCode("untrusted")
  /// The server responded with success (2xx) and ended the exchange before the whole body of the request had been
  /// sent, or redirected to a GET before. The ``SessionError/underlying`` ``BodyError`` has both byte counts. Code
  /// `early-response`.
  public static let earlyResponse = ErrorCode("early-response")
  /// The request's body failed; ``SessionError/underlying`` is the reason. Code `body-failed`.
  public static let bodyFailed = ErrorCode("body-failed")
  /// The response's body has an unknown content coding, or too many. Code `unsupported-coding`.
  public static let unsupportedCoding = ErrorCode("unsupported-coding")
  /// A downloaded file has another size than the caller expected. Code `size-mismatch`.
  public static let sizeMismatch = ErrorCode("size-mismatch")
  /// A downloaded file has another SHA-256 than the caller expected or the server declared, or the server has
  /// received other bytes of an upload. Code `digest-mismatch`.
  public static let digestMismatch = ErrorCode("digest-mismatch")
  /// The server has another number of bytes of an upload than it can have: fewer than it had confirmed, or more than
  /// were sent. Code `offset-mismatch`.
  public static let offsetMismatch = ErrorCode("offset-mismatch")
  /// The server has announced that it does not accept a body of this size. Code `upload-too-large`.
  public static let uploadTooLarge = ErrorCode("upload-too-large")
  /// The file is not a record of a resumable upload, or is that of another one. Code `invalid-record`.
  public static let invalidRecord = ErrorCode("invalid-record")
  /// A redirect was not followed: it leads to a scheme other than http and https, or from https to http, or the
  /// policy refuses it. Code `redirect-refused`.
  public static let redirectRefused = ErrorCode("redirect-refused")
  /// The request was redirected more often than allowed. Code `too-many-redirects`.
  public static let tooManyRedirects = ErrorCode("too-many-redirects")
  /// The session was invalidated. Code `invalidated`.
  public static let invalidated = ErrorCode("invalidated")
  /// A transfer that this one comes after has failed or was cancelled. Code `dependency-failed`.
  public static let dependencyFailed = ErrorCode("dependency-failed")
  /// The system or libcurl has run out of memory or threads, or of descriptors when the session's thread starts.
  /// Code `out-of-resources`.
  public static let outOfResources = ErrorCode("out-of-resources")
  /// The libcurl at run time is older than 7.81.0, or lacks TLS, threads, or the session's version of HTTP.
  ///
  /// Code `unsupported-library`.
  public static let unsupportedLibrary = ErrorCode("unsupported-library")
  /// The ``CredentialProvider`` has thrown an error, which is the ``SessionError/underlying`` one. Code
  /// `credentials-failed`.
  public static let credentialsFailed = ErrorCode("credentials-failed")
  /// A setting of the session's configuration, which the message names, cannot be used. Code `invalid-configuration`.
  public static let invalidConfiguration = ErrorCode("invalid-configuration")
  /// Any other failure that libcurl reports. Code `failed`.
  public static let failed = ErrorCode("failed")
}
