internal import Glibc
internal import SluiceBody

/// Tells whether a server has received a request that was sent over a kept connection of HTTP/1, also after libcurl has
/// closed it. Any other connection may carry other requests, too, or is not known.
///
/// A server may close a kept connection at any time, so libcurl sends a request again over another connection if the
/// first one ends without a byte of the response. If the first one had been closed before the request arrived, that is
/// safe for every request. Otherwise, the server may have done its work (RFC 9110 §9.2.2).
///
/// ```
///  the server                             its system                  the request
///  had closed the connection              acknowledges nothing        can be sent again
///  received the request, and died         has acknowledged bytes      may have been carried out
/// ```
///
/// One case is not seen: a server that resets the connection (`SO_LINGER` with 0) within the some 40 milliseconds for
/// which its system may delay an acknowledgment.
struct Receipt {
  /// A duplicate, which stays open, or `nil` if the process has no descriptor left.
  private let socket: Descriptor?
  private let acknowledgedBefore: Int64?
  private let isKnown: Bool

  /// Creates a receipt for what is going to be sent.
  ///
  /// - Parameter socket: The socket of a kept connection of HTTP/1, or `nil` for any other.
  init(over socket: CInt?) {
    isKnown = socket != nil
    self.socket = socket.flatMap { try? Descriptor.duplicate($0) }
    acknowledgedBefore = self.socket.flatMap { Self.acknowledgedByteCount(of: $0.rawValue) }
  }

  /// Whether the peer's system has acknowledged bytes since, or this cannot be found out. `nil` for other connections.
  var hasArrived: Bool? {
    guard isKnown else { return nil }
    guard let socket, let acknowledgedBefore, let count = Self.acknowledgedByteCount(of: socket.rawValue)
    else { return true }
    return count > acknowledgedBefore
  }

  /// Returns the number of bytes that the peer's system has acknowledged over a TCP connection, or `nil` if unknown.
  private static func acknowledgedByteCount(of socket: CInt) -> Int64? {
    // `tcpi_bytes_acked` of `tcp_info` in linux/tcp.h; glibc's structure ends before it.
    let offset = 120
    var information = [UInt8](repeating: 0, count: 256)
    var size = socklen_t(information.count)
    // SAFETY: the system writes at most `size` bytes, and keeps neither pointer. The field is within the bytes.
    return unsafe information.withUnsafeMutableBytes { bytes in
      let result = unsafe getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, bytes.baseAddress, &size)
      guard result == 0, Int(size) >= offset + 8 else { return nil }
      return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
    }
  }
}
