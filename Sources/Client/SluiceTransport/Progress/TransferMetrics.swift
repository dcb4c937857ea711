/// Measurements of one exchange of a request and a response.
///
/// A transfer has several exchanges if it is redirected, challenged or retried.
public struct TransferMetrics: Sendable, Hashable {
  /// The time from the start until the address of the host was known.
  public package(set) var nameLookup = Duration.zero
  /// The time from the start until the connection was established; zero for a reused connection.
  public package(set) var connect = Duration.zero
  /// The time from the start until the TLS handshake was complete; zero without TLS, and for a reused connection.
  public package(set) var tls = Duration.zero
  /// The time from the start until the first byte of the response.
  public package(set) var firstByte = Duration.zero
  /// The time from the start to the end.
  public package(set) var total = Duration.zero
  /// The number of bytes sent: the head and the body of the request.
  public package(set) var sentByteCount: Int64 = 0
  /// The number of bytes received: the head and the body of the response, as encoded by the server.
  public package(set) var receivedByteCount: Int64 = 0
  /// The number of bytes of the request's body that were sent.
  package var sentBodyByteCount: Int64 = 0
  /// The number of bytes of the response's body that were received, as encoded by the server.
  package var receivedBodyByteCount: Int64 = 0
  /// Whether a kept connection was used.
  public package(set) var isConnectionReused = false
  /// The protocol's name in ALPN (RFC 7301 §6), such as `http/1.1` or `h2`, or `nil` if there was no response.
  public package(set) var networkProtocol: String?

  /// The measurements of an exchange that has not begun.
  package static let zero = TransferMetrics()
}
