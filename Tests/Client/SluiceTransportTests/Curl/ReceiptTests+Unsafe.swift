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

  @Test func `what the peer has not read has arrived`() async throws {
    let receipt = Receipt(over: client.rawValue)
    #expect(receipt.hasArrived == false)
    send()
    #expect(await eventually { receipt.hasArrived == true })
  }

  @Test func `nothing arrives at a connection that the peer has closed`() async throws {
    let receipt = Receipt(over: client.rawValue)
    let other = try Descriptor.open("/dev/null", flags: O_RDONLY)
    // Closes the peer's socket.
    #expect(dup2(other.rawValue, server.rawValue) == server.rawValue)
    send()
    // The peer's system responds with a reset.
    #expect(
      await eventually {
        var look = pollfd(fd: client.rawValue, events: 0, revents: 0)
        return unsafe poll(&look, 1, 0) == 1 && CInt(look.revents) & POLLERR != 0
      })
    #expect(receipt.hasArrived == false)
  }

  @Test func `what is unknown may have arrived`() throws {
    #expect(Receipt(over: -1).hasArrived == true)
    let file = try Descriptor.open("/dev/null", flags: O_RDONLY)
    #expect(Receipt(over: file.rawValue).hasArrived == true)
  }
}
