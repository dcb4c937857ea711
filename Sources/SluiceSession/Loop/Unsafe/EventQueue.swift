internal import CEpoll
internal import Glibc
internal import SluiceBody

/// The sockets that one thread waits for, and a bell with which other threads wake it: epoll(7) and eventfd(2).
///
/// Unsafe are the system calls that are given pointers: what they point to is local, and lives until they return.
final class EventQueue: Sendable {
  struct Directions: OptionSet {
    let rawValue: UInt8
    static let reading = Directions(rawValue: 1)
    static let writing = Directions(rawValue: 2)
  }

  /// What is watched: a socket, and who watches it.
  struct Watch {
    let socket: CInt
    let owner: CInt

    /// As the system keeps it.
    fileprivate var data: UInt64 {
      UInt64(UInt32(bitPattern: owner)) << 32 | UInt64(UInt32(bitPattern: socket))
    }

    fileprivate init(data: UInt64) {
      socket = CInt(bitPattern: UInt32(truncatingIfNeeded: data))
      owner = CInt(bitPattern: UInt32(truncatingIfNeeded: data >> 32))
    }

    init(socket: CInt, owner: CInt) {
      self.socket = socket
      self.owner = owner
    }
  }

  private let queue: Descriptor
  private let bell: Descriptor
  /// No socket's.
  private static let bellData = UInt64.max

  init() throws(SystemError) {
    queue = try Self.owned(sluice_epoll_create())
    bell = try Self.owned(sluice_eventfd_create())
    // Edge-triggered: each ring is an event of its own, so that the counter need not be read.
    guard sluice_epoll_add(queue.rawValue, bell.rawValue, SLUICE_EPOLLIN | SLUICE_EPOLLET, Self.bellData) == 0
    else { throw SystemError(number: errno) }
  }

  private static func owned(_ descriptor: CInt) throws(SystemError) -> Descriptor {
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return Descriptor(owning: descriptor)
  }

  /// Ends the current wait or the next one. From any thread.
  func ring() { _ = sluice_eventfd_ring(bell.rawValue) }

  /// Waits for a socket, or waits for something else than before.
  func add(_ watch: Watch, for directions: Directions, isNew: Bool) throws(SystemError) {
    let socket = watch.socket
    var events: UInt32 = 0
    if directions.contains(.reading) { events |= SLUICE_EPOLLIN }
    if directions.contains(.writing) { events |= SLUICE_EPOLLOUT }
    let (first, second, refusal) =
      isNew
      ? (sluice_epoll_add, sluice_epoll_modify, EEXIST) : (sluice_epoll_modify, sluice_epoll_add, ENOENT)
    var result = first(queue.rawValue, socket, events, watch.data)
    // The system forgets a socket that is closed, and remembers one that is open: it knows best which this is.
    if result != 0, errno == refusal { result = second(queue.rawValue, socket, events, watch.data) }
    if result != 0 { throw SystemError(number: errno) }
  }

  /// Waits for a socket no more. One that is closed is forgotten already.
  func forget(_ socket: CInt) {
    _ = sluice_epoll_remove(queue.rawValue, socket)
  }

  /// Waits until there is something to do for a socket, the bell has been rung, or the time is over, and then tells what
  /// there is. An error or the peer's end is told as both directions: reading or writing will say which it is.
  ///
  /// - Parameter milliseconds: 0 does not wait; nil waits for as long as it takes.
  func wait(atMost milliseconds: Int?, _ handle: (_ watch: Watch, _ ready: Directions) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
      // What does not fit is told next time.
      let count = unsafe sluice_epoll_wait(
        queue.rawValue, events.baseAddress, CInt(events.count), milliseconds.map { CInt(clamping: $0) } ?? -1)
      // Where a signal interrupts, nothing has happened.
      for index in 0..<Int(max(count, 0)) {
        let (data, what) = unsafe (events[index].data.u64, events[index].events)
        guard data != Self.bellData else { continue }
        let isBroken = what & (SLUICE_EPOLLERR | SLUICE_EPOLLHUP) != 0
        var ready: Directions = isBroken ? [.reading, .writing] : []
        if what & SLUICE_EPOLLIN != 0 { ready.insert(.reading) }
        if what & SLUICE_EPOLLOUT != 0 { ready.insert(.writing) }
        handle(Watch(data: data), ready)
      }
    }
  }
}
