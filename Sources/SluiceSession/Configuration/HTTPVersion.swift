extension Session {
  /// A version of HTTP.
  public enum HTTPVersion: Sendable {
    /// HTTP/1.1.
    case http1
    /// HTTP/2 if negotiated in TLS, whatever the body's size. With libcurl 8.5.0, each exchange has its own connection.
    case http2
    /// HTTP/2 without negotiation, over TLS or not, for servers that are known to support it (RFC 9113 §3.3). With
    /// libcurl before 8.0.0 and with 8.5.0, each exchange has its own connection.
    case http2PriorKnowledge
  }
}
