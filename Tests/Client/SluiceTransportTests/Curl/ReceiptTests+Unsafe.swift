import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// SAFETY: the addresses are local variables, which live until the calls return.
@Suite(.timeLimit(.minutes(2))) struct ReceiptTests {
  private let client: Descriptor
  private let server: Descriptor

  init() throws {
    let listener = Descriptor(owning: socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
    let client = Descriptor(owning: socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let results = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe [
          bind(listener.rawValue, address, size), listen(listener.rawValue, 1),
          getsockname(listener.rawValue, address, &size), connect(client.rawValue, address, size),
        ]
      }
    }
    try #require(results == [0, 0, 0, 0])
    self.client = client
    server = Descriptor(owning: accept(listener.rawValue, nil, nil))
  }

  private func send() {
    let bytes: [UInt8] = [1, 2, 3]
    #expect(unsafe Glibc.send(client.rawValue, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == 3)
  }

  private func isReset() async -> Bool {
    await eventually {
      var look = pollfd(fd: client.rawValue, events: 0, revents: 0)
      return unsafe poll(&look, 1, 0) == 1 && CInt(look.revents) & POLLERR != 0
    }
  }

  /// Closes the peer's socket.
  private func closePeer() throws {
    let other = try Descriptor.open("/dev/null", flags: O_RDONLY)
    #expect(dup2(other.rawValue, server.rawValue) == server.rawValue)
  }

  @Test func `what the peer has not read has arrived`() async throws {
    let receipt = Receipt(over: .kept(client.rawValue))
    send()
    #expect(shutdown(server.rawValue, CInt(SHUT_WR)) == 0)
    #expect(
      await eventually {
        var look = pollfd(fd: client.rawValue, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&look, 1, 0) == 1
      })
    #expect(receipt.mayHaveArrived(isRefused: false))
    #expect(receipt.mayHaveArrived(isRefused: true))
  }

  @Test func `nothing arrives at a connection that the peer has closed`() async throws {
    let receipt = Receipt(over: .kept(client.rawValue))
    try closePeer()
    send()
    // The peer's system responds with a reset.
    #expect(await isReset())
    #expect(!receipt.mayHaveArrived(isRefused: false))
  }

  @Test func `what a peer has read before it resets the connection may have arrived`() async throws {
    let receipt = Receipt(over: .kept(client.rawValue))
    send()
    var bytes: [UInt8] = [0, 0, 0]
    #expect(unsafe recv(server.rawValue, &bytes, 3, CInt(MSG_WAITALL)) == 3)
    var lingering = linger(l_onoff: 1, l_linger: 0)
    let result = unsafe setsockopt(
      server.rawValue, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    #expect(result == 0)
    try closePeer()
    #expect(await isReset())
    #expect(receipt.mayHaveArrived(isRefused: false))
  }

  @Test func `what is unknown may have arrived`() throws {
    #expect(Receipt(over: .unknown).mayHaveArrived(isRefused: true))
    let file = try Descriptor.open("/dev/null", flags: O_RDONLY)
    #expect(Receipt(over: .kept(file.rawValue)).mayHaveArrived(isRefused: true))
  }

  @Test func `what goes over a connection of others may have arrived, unless it is refused`() {
    #expect(Receipt(over: .shared).mayHaveArrived(isRefused: false))
    #expect(!Receipt(over: .shared).mayHaveArrived(isRefused: true))
  }
}
