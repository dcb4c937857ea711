import Glibc
internal import SluiceBody

/// A port of 127.0.0.1 that no other process can use, and that accepts no connection.
///
/// Its number exists only while its sockets are open: after them, another process may get the port.
///
/// SAFETY: pointers to locals are passed to the system with their size, and are used only during the call.
package enum DeadPort {
  /// Connections are refused.
  case refusing
  /// Connecting hangs: the listening socket accepts no connection, and its queue is full.
  case hanging

  /// Runs a closure with the number of a port.
  package func with<Result>(_ body: (UInt16) throws -> Result) throws -> Result {
    let (number, sockets) = try open()
    defer { withExtendedLifetime(sockets) {} }
    return try body(number)
  }

  /// Runs a closure with the number of a port.
  package func with<Result>(_ body: (UInt16) async throws -> Result) async throws -> Result {
    let (number, sockets) = try open()
    defer { withExtendedLifetime(sockets) {} }
    return try await body(number)
  }

  private func open() throws -> (number: UInt16, sockets: [Descriptor]) {
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
    guard isBound, self == .refusing || listen(server.rawValue, 0) == 0 else {
      throw SystemCallFailed(number: errno)
    }
    var sockets = [server]
    // The queue takes one connection that is not accepted; the others wait.
    for _ in 0..<(self == .hanging ? 3 : 0) {
      let client = Descriptor(owning: socket(AF_INET, type, 0))
      _ = unsafe withUnsafeMutableBytes(of: &address) { bytes in
        unsafe connect(client.rawValue, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
      }
      sockets.append(client)
    }
    return (UInt16(bigEndian: address.sin_port), sockets)
  }
}
