import Glibc
import SluiceBody

/// A port of 127.0.0.1 that no other process can use, and that accepts no connection.
///
/// SAFETY: pointers to locals are passed to the system with their size, and are used only during the call.
final class DeadPort {
  enum Kind {
    /// Connections are refused.
    case refusing
    /// Connecting hangs: the listening socket accepts no connection, and its queue is full.
    case hanging
  }

  let port: UInt16
  private var sockets: [Descriptor] = []

  init(_ kind: Kind) throws {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let server = Descriptor(owning: socket(AF_INET, type, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return unsafe bind(server.rawValue, start, size) == 0 && getsockname(server.rawValue, start, &size) == 0
    }
    guard isBound, kind == .refusing || listen(server.rawValue, 0) == 0 else {
      throw CallFailed(number: errno)
    }
    port = UInt16(bigEndian: address.sin_port)
    sockets = [server]
    guard kind == .hanging else { return }
    // The queue takes one connection that is not accepted; the others wait.
    for _ in 0..<3 {
      let client = Descriptor(owning: socket(AF_INET, type, 0))
      _ = unsafe withUnsafeMutableBytes(of: &address) { bytes in
        unsafe connect(client.rawValue, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
      }
      sockets.append(client)
    }
  }
}
