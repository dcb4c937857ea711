internal import SluiceBody
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
public struct SessionError: Error, Sendable {
  /// The kind of a ``SessionError``. Later versions may add kinds, so a `switch` needs a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's text, such as `timed-out`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The URL is malformed, or its scheme is neither http nor https. Code `invalid-url`.
    public static let invalidURL = Code("invalid-url")
    /// The host's name has no address. Code `unknown-host`.
    public static let unknownHost = Code("unknown-host")
    /// The connection to the host or the proxy failed, possibly because the process has too many open files. Code
    /// `connection-failed`.
    public static let connectionFailed = Code("connection-failed")
    /// The proxy refuses to connect to the host: the status of its response to CONNECT is ``proxyStatus``, or a SOCKS
    /// proxy rejects the user or the request. It is retried if ``Session/RetryPolicy/statuses`` contains the status.
    /// Code `proxy-refused`.
    public static let proxyRefused = Code("proxy-refused")
    /// The connection was closed or broken before the response was complete. Code `connection-lost`.
    public static let connectionLost = Code("connection-lost")
    /// The response is not HTTP, or contradicts itself. Code `invalid-response`.
    public static let invalidResponse = Code("invalid-response")
    /// A time limit has passed, which the message names: that for connecting, for progress, for the response's head, or
    /// for the whole request. Code `timed-out`.
    public static let timedOut = Code("timed-out")
    /// TLS failed for a reason other than the trust in the peer. Code `tls-failed`.
    public static let tlsFailed = Code("tls-failed")
    /// The peer's certificate or public key is not trusted. Code `untrusted`.
    public static let untrusted = Code("untrusted")
    /// The server responded with success (2xx) and ended the exchange before the whole body of the request had been
    /// sent, or redirected to a GET before. The ``underlying`` ``BodyError`` has both byte counts. Code
    /// `early-response`.
    public static let earlyResponse = Code("early-response")
    /// The request's body failed; ``underlying`` is the reason. Code `body-failed`.
    public static let bodyFailed = Code("body-failed")
    /// The response's body has an unknown content coding, or too many. Code `unsupported-coding`.
    public static let unsupportedCoding = Code("unsupported-coding")
    /// The response's body is larger than the caller's limit. Code `body-too-large`.
    public static let bodyTooLarge = Code("body-too-large")
    /// A downloaded file has another size than the caller expected. Code `size-mismatch`.
    public static let sizeMismatch = Code("size-mismatch")
    /// A downloaded file has another SHA-256 than the caller expected or the server declared, or the server has
    /// received other bytes of an upload. Code `digest-mismatch`.
    public static let digestMismatch = Code("digest-mismatch")
    /// The server has another number of bytes of an upload than it can have: fewer than it had confirmed, or more than
    /// were sent. Code `offset-mismatch`.
    public static let offsetMismatch = Code("offset-mismatch")
    /// The server has announced that it does not accept a body of this size. Code `upload-too-large`.
    public static let uploadTooLarge = Code("upload-too-large")
    /// The file is not a record of a resumable upload, or is that of another one. Code `invalid-record`.
    public static let invalidRecord = Code("invalid-record")
    /// A redirect was not followed: it leads to a scheme other than http and https, or from https to http, or the
    /// policy refuses it. Code `redirect-refused`.
    public static let redirectRefused = Code("redirect-refused")
    /// The request was redirected more often than allowed. Code `too-many-redirects`.
    public static let tooManyRedirects = Code("too-many-redirects")
    /// The session was invalidated. Code `invalidated`.
    public static let invalidated = Code("invalidated")
    /// A transfer that this one comes after has failed or was cancelled. Code `dependency-failed`.
    public static let dependencyFailed = Code("dependency-failed")
    /// The system or libcurl has run out of memory or threads, or of descriptors when the session's thread starts.
    /// Code `out-of-resources`.
    public static let outOfResources = Code("out-of-resources")
    /// The libcurl at run time is older than 7.81.0, or lacks TLS or threads. Code `unsupported-library`.
    public static let unsupportedLibrary = Code("unsupported-library")
    /// The ``CredentialProvider`` has thrown an error, which is the ``underlying`` one. Code `credentials-failed`.
    public static let credentialsFailed = Code("credentials-failed")
    /// A setting of the session's configuration, which the message names, cannot be used. Code `invalid-configuration`.
    public static let invalidConfiguration = Code("invalid-configuration")
    /// Any other failure that libcurl reports. Code `failed`.
    public static let failed = Code("failed")
  }

  /// The kind of the error.
  public let code: Code
  /// A description of the error in English.
  public let message: String
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
    _ code: Code, message: String? = nil, underlying: (any Error)? = nil, proxyStatus: Int? = nil
  ) {
    self.code = code
    self.proxyStatus = proxyStatus
    self.message = message ?? underlying.map { "\($0)" } ?? code.description
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

  /// Returns the error with the number of a part, unless it has one already.
  package func inPart(_ number: Int) -> SessionError {
    var error = self
    error.partNumber = error.partNumber ?? number
    return error
  }
}

extension SessionError: CustomStringConvertible {
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
