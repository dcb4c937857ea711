internal import CEpoll
internal import Glibc
internal import SluiceBody

/// The sockets that a thread waits for, and a bell with which other threads wake it: epoll(7) and eventfd(2).
///
/// SAFETY: the system calls that take pointers keep none of them. The memory is local and lives until they return.
final class EventQueue: Sendable {
  /// The directions in which a socket is ready or waited for.
  struct Directions: OptionSet {
    let rawValue: UInt8
    static let reading = Directions(rawValue: 1)
    static let writing = Directions(rawValue: 2)
  }

  /// A watched socket, and the number of the multi handle that watches it.
  struct Watch {
    let socket: CInt
    let owner: CInt

    /// The watch as epoll's 64 bits of data, with the owner in the upper half.
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
  /// The data of the wake-up event; never a socket's.
  private static let bellData = UInt64.max

  init() throws(SystemError) {
    queue = try Self.owned(sluice_epoll_create())
    bell = try Self.owned(sluice_eventfd_create())
    // Edge-triggered, so that each ring is a new event and the counter need not be read.
    guard sluice_epoll_add(queue.rawValue, bell.rawValue, SLUICE_EPOLLIN | SLUICE_EPOLLET, Self.bellData) == 0
    else { throw SystemError(number: errno) }
  }

  private static func owned(_ descriptor: CInt) throws(SystemError) -> Descriptor {
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return Descriptor(owning: descriptor)
  }

  /// Ends the current wait or the next one. May be called on any thread.
  func ring() { _ = sluice_eventfd_ring(bell.rawValue) }

  /// Starts waiting for a socket, or changes the directions.
  ///
  /// - Parameters:
  ///   - watch: The socket and its owner.
  ///   - directions: The directions to wait for.
  ///   - isNew: Whether the socket is expected to be new to the queue.
  /// - Throws: A ``SystemError``, such as `ENOSPC`.
  func add(_ watch: Watch, for directions: Directions, isNew: Bool) throws(SystemError) {
    let socket = watch.socket
    var events: UInt32 = 0
    if directions.contains(.reading) { events |= SLUICE_EPOLLIN }
    if directions.contains(.writing) { events |= SLUICE_EPOLLOUT }
    let (first, second, refusal) =
      isNew
      ? (sluice_epoll_add, sluice_epoll_modify, EEXIST) : (sluice_epoll_modify, sluice_epoll_add, ENOENT)
    var result = first(queue.rawValue, socket, events, watch.data)
    // The system forgets a closed socket and keeps an open one, so its result decides.
    if result != 0, errno == refusal { result = second(queue.rawValue, socket, events, watch.data) }
    if result != 0 { throw SystemError(number: errno) }
  }

  /// Stops waiting for a socket. A closed one has been forgotten already.
  func forget(_ socket: CInt) {
    _ = sluice_epoll_remove(queue.rawValue, socket)
  }

  /// The sockets that are waited for, as the system lists them. May be called on any thread.
  var watched: [CInt] {
    var text: [UInt8] = []
    let lines = try? Descriptor.open("/proc/self/fdinfo/\(queue.rawValue)", flags: O_RDONLY)
    try? lines?.read(into: &text, count: 1 << 20, at: 0)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.first == "tfd:" ? words.dropFirst().first.flatMap { CInt($0) } : nil
    }
  }

  /// Waits until a socket is ready, the bell has been rung or the time has passed, and then reports the sockets that
  /// are ready.
  ///
  /// An error or a closed connection is reported as both directions: reading or writing shows which it is.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest wait; 0 returns at once, `nil` waits without a limit.
  ///   - handle: Called for each socket that is ready.
  func wait(atMost milliseconds: Int?, _ handle: (_ watch: Watch, _ ready: Directions) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
      // Further events are returned by the next call.
      let count = unsafe sluice_epoll_wait(
        queue.rawValue, events.baseAddress, CInt(events.count), milliseconds.map { CInt(clamping: $0) } ?? -1)
      // A wait that a signal interrupts returns -1: no events.
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
