/// How one exchange of a request and a response went. A transfer has several of them where it is redirected, challenged or
/// retried.
public struct TransferMetrics: Sendable, Hashable {
  /// From the start until the host's address was known.
  public internal(set) var nameLookup = Duration.zero
  /// From the start until there was a connection; zero where an old one was used.
  public internal(set) var connect = Duration.zero
  /// From the start until TLS was agreed on; zero without TLS and where an old connection was used.
  public internal(set) var tls = Duration.zero
  /// From the start until the first byte of the response.
  public internal(set) var firstByte = Duration.zero
  /// From the start to the end.
  public internal(set) var total = Duration.zero
  /// Bytes of the request: its head and its body.
  public internal(set) var sent: Int64 = 0
  /// Bytes of the response: its head and its body, coded as they came.
  public internal(set) var received: Int64 = 0
  /// Whether the connection had been used before.
  public internal(set) var isConnectionReused = false
  /// The protocol as ALPN names it (RFC 7301 §6): `http/1.1`, `h2`; nil where there was no answer.
  public internal(set) var networkProtocol: String?
}
