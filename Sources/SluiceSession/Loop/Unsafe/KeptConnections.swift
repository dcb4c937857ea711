internal import Glibc

/// The sockets of the connections that a multi handle keeps, which are looked at before they are used again: what a peer
/// sends while nothing was asked is no answer, but libcurl 7.88 takes it for one. Those over HTTP/2 are not among them:
/// there a peer may say something at any time, and what is an answer says to what.
///
/// Unsafe are the system calls that are given pointers: what they point to is local, and lives until they return.
struct KeptConnections {
  /// A connection's ends.
  struct Ends: Hashable {
    let localPort: Int32
    let peer: String
    let peerPort: Int32
  }

  /// libcurl does not say when it closes one: such are dropped when they are come across.
  private var sockets: [Ends: CInt] = [:]
  private var capacity = 64

  mutating func keep(_ socket: CInt, _ ends: Ends) {
    sockets[ends] = socket
    guard sockets.count > capacity else { return }
    sockets = sockets.filter { Self.localPort(of: $0.value) == $0.key.localPort }
    capacity = max(64, 2 * sockets.count)
  }

  /// The socket of a connection that is kept.
  mutating func socket(_ ends: Ends) -> CInt? {
    guard let socket = sockets[ends] else { return nil }
    if Self.localPort(of: socket) == ends.localPort { return socket }
    sockets[ends] = nil
    return nil
  }

  /// Whether something has come in, or the peer has hung up.
  mutating func hasInput(_ ends: Ends) -> Bool {
    guard let socket = socket(ends) else { return false }
    var look = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&look, 1, 0) > 0
  }

  /// The port of the socket's own end; nil where there is no such socket.
  static func localPort(of socket: CInt) -> Int32? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe getsockname(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    guard result == 0, [AF_INET, AF_INET6].contains(CInt(address.ss_family)) else { return nil }
    // In both families the port comes behind the family, in network byte order.
    return unsafe withUnsafeBytes(of: address) { unsafe Int32($0[2]) << 8 | Int32($0[3]) }
  }
}
