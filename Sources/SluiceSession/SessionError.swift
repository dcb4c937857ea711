/// What went wrong between sending a request and having the response.
///
/// Cancelling the task throws a `CancellationError` instead.
public struct SessionError: Error, Sendable {
  /// The kind of a ``SessionError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The URL cannot be parsed, or is neither http nor https.
    public static let invalidURL = Code("invalid-url")
    /// The host's name has no address.
    public static let unknownHost = Code("unknown-host")
    /// No connection to the host or the proxy.
    public static let connectionFailed = Code("connection-failed")
    /// The connection broke, or was closed, before the response was whole.
    public static let connectionLost = Code("connection-lost")
    /// The response is not HTTP, or contradicts itself.
    public static let invalidResponse = Code("invalid-response")
    /// A time limit has passed: to connect, without any progress, or in all.
    public static let timedOut = Code("timed-out")
    /// TLS failed for another reason than the peer's certificate.
    public static let tlsFailed = Code("tls-failed")
    /// The peer's certificate or public key is not trusted.
    public static let untrusted = Code("untrusted")
    /// The request's body failed; ``underlying`` says how.
    public static let bodyFailed = Code("body-failed")
    /// The response's body has been through a coding that is not known, or through too many.
    public static let unsupportedCoding = Code("unsupported-coding")
    /// The response's body has more bytes than the caller takes.
    public static let bodyTooLarge = Code("body-too-large")
    /// A redirect that is not followed: to another scheme than http and https, from https to http, or refused by the policy.
    public static let redirectRefused = Code("redirect-refused")
    /// More redirects than are allowed.
    public static let tooManyRedirects = Code("too-many-redirects")
    /// The session was invalidated.
    public static let invalidated = Code("invalidated")
    /// The system or libcurl has no memory, thread or descriptor to give.
    public static let outOfResources = Code("out-of-resources")
    /// The libcurl that runs is older than 7.81.0, or lacks TLS or threads.
    public static let unsupportedLibrary = Code("unsupported-library")
    /// Anything else that libcurl reports.
    public static let failed = Code("failed")
  }

  public let code: Code
  /// What happened, in words.
  public let message: String
  /// Where the request went, without user-info, query and fragment.
  public private(set) var url: String?
  /// The error that is behind this one.
  public let underlying: (any Error)?
  /// The status of a proxy's answer to CONNECT, where that was the end.
  let proxyStatus: Int?

  init(
    _ code: Code, message: String? = nil, underlying: (any Error)? = nil, proxyStatus: Int? = nil
  ) {
    self.code = code
    self.proxyStatus = proxyStatus
    self.message = message ?? underlying.map { "\($0)" } ?? code.description
    self.underlying = underlying
  }

  /// The same error, told of a URL.
  func at(_ url: String) -> SessionError {
    var error = self
    error.url = error.url ?? url
    return error
  }
}

extension SessionError: CustomStringConvertible {
  /// One line, such as `connection-failed: Connection refused (http://127.0.0.1:9/)`.
  public var description: String {
    "\(code): \(message)" + (url.map { " (\($0))" } ?? "")
  }
}
