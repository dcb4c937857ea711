// Socket types are declared with libcurl, whose header includes that of sockets.
internal import CCurl
internal import Glibc

/// The sockets of the idle connections of a multi handle, which are checked before they are reused.
///
/// Bytes that a peer sends before a request are not a response, but libcurl 7.88 takes them for one. HTTP/2 connections
/// are not included: a peer may send frames at any time, and each one names the stream that it belongs to.
///
/// SAFETY: the system calls that take pointers keep none of them. The memory is local and lives until they return.
struct KeptConnections {
  /// The two ends of a connection, which identify it.
  struct Ends: Hashable {
    let localPort: Int32
    let peer: String
    let peerPort: Int32
  }

  /// The sockets by their ends. libcurl does not report when it closes one; entries of closed sockets are dropped when
  /// they are found.
  private var sockets: [Ends: CInt] = [:]
  private var capacity = 64

  /// Adds a connection.
  ///
  /// - Complexity: Amortized O(1).
  mutating func keep(_ socket: CInt, _ ends: Ends) {
    sockets[ends] = socket
    guard sockets.count > capacity else { return }
    sockets = sockets.filter { Self.localPort(of: $0.value) == $0.key.localPort }
    capacity = max(64, 2 * sockets.count)
  }

  /// Returns the socket of an idle connection, or `nil` if there is none.
  mutating func socket(_ ends: Ends) -> CInt? {
    guard let socket = sockets[ends] else { return nil }
    if Self.localPort(of: socket) == ends.localPort { return socket }
    sockets[ends] = nil
    return nil
  }

  /// Whether an idle connection has input, or its peer has closed it.
  static func hasInput(_ socket: CInt) -> Bool {
    var look = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&look, 1, 0) > 0
  }

  /// Returns whether a socket is one of TCP, or of a Unix domain, rather than of QUIC.
  static func isStream(_ socket: CInt) -> Bool {
    var type: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    return unsafe getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) == 0
      && type == CInt(SOCK_STREAM.rawValue)
  }

  /// Returns the local port of a socket, or `nil` if there is no such socket, or it is not an IP socket.
  static func localPort(of socket: CInt) -> Int32? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe getsockname(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    guard result == 0, [AF_INET, AF_INET6].contains(CInt(address.ss_family)) else { return nil }
    // In both families the port follows the family, in network byte order.
    return unsafe withUnsafeBytes(of: address) { unsafe Int32($0[2]) << 8 | Int32($0[3]) }
  }
}
