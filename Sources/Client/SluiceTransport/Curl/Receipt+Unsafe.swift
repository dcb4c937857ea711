internal import Glibc
internal import SluiceBody

/// Tells whether a server may have received a request that was sent over a connection that had been used before, also
/// after libcurl has closed it.
///
/// A server may close a kept connection at any time, so libcurl sends a request again over another connection if the
/// first one ends without a byte of the response. If the first one had been closed before the request arrived, that is
/// safe for every request. Otherwise, the server may have done its work (RFC 9110 §9.2.2).
///
/// ```
///  the server                             its system                              the request
///  had closed the connection              ends it, and acknowledges nothing       can be sent again
///  received the request, and died         has acknowledged bytes, or resets it    may have been carried out
/// ```
///
/// A server that resets a connection (`SO_LINGER` with 0) may have read the request before its system acknowledged it.
/// An end of the connection comes before the reset if the server had closed it.
struct Receipt {
  /// A connection over which a request was sent before.
  enum UsedConnection {
    /// One of HTTP/1, with its socket.
    case kept(CInt)
    /// One of HTTP/1, of which nothing is known.
    case unknown
    /// One that may carry other requests, too.
    case shared
  }

  private let connection: UsedConnection
  /// A duplicate, which stays open, or `nil` if it is unknown, or the process has no descriptor left.
  private let socket: Descriptor?
  private let before: Counts?

  /// Creates a receipt for what is going to be sent.
  init(over connection: UsedConnection) {
    self.connection = connection
    socket = if case .kept(let socket) = connection { try? Descriptor.duplicate(socket) } else { nil }
    before = socket.flatMap { Counts(of: $0.rawValue) }
  }

  /// Whether the server may have received the request.
  ///
  /// - Parameter isRefused: Whether the server has asked for HTTP/1.1, which it does for what it has not processed.
  func mayHaveArrived(isRefused: Bool) -> Bool {
    if case .shared = connection { return !isRefused }
    guard let socket, let before, let now = Counts(of: socket.rawValue) else { return true }
    return now.acknowledged > before.acknowledged || now.received == before.received
  }

  /// The bytes of a TCP connection.
  private struct Counts {
    /// The number of those that the peer's system has acknowledged.
    let acknowledged: Int64
    /// The number of those that were received. The end of the connection is one of them.
    let received: Int64

    /// The result is `nil` if they are unknown.
    init?(of socket: CInt) {
      // `tcpi_bytes_acked` and `tcpi_bytes_received` of `tcp_info` in linux/tcp.h; glibc's structure ends before them.
      let offset = 120
      var information = [UInt8](repeating: 0, count: 256)
      var size = socklen_t(information.count)
      // SAFETY: the system writes at most `size` bytes, and keeps neither pointer. The fields are within the bytes.
      let counts: (Int64, Int64)? = unsafe information.withUnsafeMutableBytes { bytes in
        let result = unsafe getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, bytes.baseAddress, &size)
        guard result == 0, Int(size) >= offset + 16 else { return nil }
        return unsafe (
          bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self),
          bytes.loadUnaligned(fromByteOffset: offset + 8, as: Int64.self)
        )
      }
      guard let counts else { return nil }
      (acknowledged, received) = counts
    }
  }
}
