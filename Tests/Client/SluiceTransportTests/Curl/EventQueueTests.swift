import SluiceTestSupport
import Testing

@testable import SluiceBody
@testable import SluiceSession
@testable import SluiceTransport

/// The queue that a loop waits with, socket by socket.
@Suite(.timeLimit(.minutes(5))) struct EventQueueTests {
  private struct Told: Equatable {
    let socket: CInt
    let owner: CInt
    let ready: EventQueue.Directions
  }

  private func wait(_ queue: EventQueue, atMost milliseconds: Int? = 0) -> [Told] {
    var told: [Told] = []
    queue.wait(atMost: milliseconds) { told.append(Told(socket: $0.socket, owner: $0.owner, ready: $1)) }
    return told
  }

  @Test func `a socket is reported as long as it is ready`() throws {
    let queue = try EventQueue()
    let (here, there) = try Descriptor.pair()
    try queue.add(.init(socket: here.rawValue, owner: 7), for: .reading, isNew: true)
    #expect(wait(queue) == [])
    there.writeByteIfRoom()
    let readable = Told(socket: here.rawValue, owner: 7, ready: .reading)
    #expect(wait(queue, atMost: nil) == [readable])
    #expect(wait(queue) == [readable])
    try queue.add(.init(socket: here.rawValue, owner: 7), for: [.reading, .writing], isNew: false)
    #expect(wait(queue) == [Told(socket: here.rawValue, owner: 7, ready: [.reading, .writing])])
    queue.forget(here.rawValue)
    #expect(wait(queue) == [])
  }

  @Test func `a peer that hung up is reported in both directions`() throws {
    let queue = try EventQueue()
    let socket: Descriptor
    do {
      let ends = try Descriptor.pair()
      socket = ends.reading
    }
    try queue.add(.init(socket: socket.rawValue, owner: 0), for: .reading, isNew: true)
    #expect(wait(queue) == [Told(socket: socket.rawValue, owner: 0, ready: [.reading, .writing])])
  }

  @Test func `several rings end a single wait`() throws {
    let queue = try EventQueue()
    for _ in 0..<100 { queue.ring() }
    #expect(wait(queue, atMost: nil) == [])
    let rung = try SystemThread { queue.ring() }
    #expect(wait(queue, atMost: nil) == [], "another ring ends another wait")
    rung.join()
  }

  @Test func `the system decides which sockets are new`() throws {
    let queue = try EventQueue()
    let (here, there) = try Descriptor.pair()
    there.writeByteIfRoom()
    // Unknown, although it is declared as known: as after a socket was closed and its number reused.
    try queue.add(.init(socket: here.rawValue, owner: 1), for: .reading, isNew: false)
    // Known, although it is declared as new.
    try queue.add(.init(socket: here.rawValue, owner: 2), for: .reading, isNew: true)
    #expect(wait(queue) == [Told(socket: here.rawValue, owner: 2, ready: .reading)])
  }

  @Test func `a socket that cannot be watched is an error`() throws {
    let queue = try EventQueue()
    #expect(throws: SystemError.self) {
      try queue.add(.init(socket: -1, owner: 0), for: .reading, isNew: true)
    }
  }
}
