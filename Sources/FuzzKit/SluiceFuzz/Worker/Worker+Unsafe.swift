internal import CWorker
import FoundationEssentials
import Glibc
internal import SluiceBody

// SAFETY: The buffers are used during the calls only, with their sizes. The memory that both processes share is as
// large as `Shared` says, and is unmapped when nothing refers to it any more.

/// A copy of this process that answers requests one by one, so that a request that ends it ends nothing else.
///
/// The copy has only the calling thread of this process, and its memory as it was at the first request, or at the first
/// one after its end. Of its files, only the standard streams stay open, since others of this process may wait for the
/// end of a connection.
final class Worker {
  /// Returns the answer to a request. It calls `record` with what it makes, in case that ends the process.
  typealias Answer = (_ request: [UInt8], _ record: ([UInt8]) -> Void) -> [UInt8]

  enum Reply {
    case answer([UInt8])
    /// The request has ended the process.
    case ended(Ending)
    /// There is no answer yet, and the process was ended.
    case late
    /// The process waited for something for a second, and was ended. It may be a lock that another thread of this
    /// process had when it was copied.
    case blocked
  }

  private struct Copy {
    let identifier: pid_t
    let socket: CInt
    let errors: CInt
  }

  private let answer: Answer
  private let shared: Shared
  private var copy: Copy?

  init(_ answer: @escaping Answer) throws {
    self.answer = answer
    shared = try Shared()
  }

  /// Returns the reply to a request.
  ///
  /// What the copy wrote to its standard error goes to that of this process, unless the request ended it.
  ///
  /// - Parameter mayWait: Whether the copy may wait until the deadline, and not only for a second.
  func ask(_ request: [UInt8], until deadline: ContinuousClock.Instant, mayWait: Bool) throws -> Reply {
    let copy = try copy ?? start()
    self.copy = copy
    shared.clear()
    var unsent = Message([request]).bytes[...]
    var received: [UInt8] = []
    var errors: [UInt8] = []
    var activity = Activity(of: copy.identifier)
    while true {
      send(&unsent, to: copy.socket)
      let isOpen = receive(&received, from: copy.socket)
      if let answer = Message.first(of: received[...]) {
        drain(copy.errors, into: &errors)
        Self.write(errors)
        return .answer(answer)
      }
      guard isOpen else { break }
      let left = deadline - .now
      guard left > .zero else {
        end()
        return .late
      }
      var events = [
        pollfd(fd: copy.socket, events: Int16(POLLIN | (unsent.isEmpty ? 0 : POLLOUT)), revents: 0),
        pollfd(fd: copy.errors, events: Int16(POLLIN), revents: 0),
      ]
      // An error is repeated by the calls that follow.
      let count = unsafe poll(&events, 2, CInt(min(left / .milliseconds(1) + 1, 250)))
      if count == 0, !mayWait, activity.isMissing(for: .seconds(1)) {
        end()
        return .blocked
      }
      if events[1].revents != 0 { drain(copy.errors, into: &errors) }
    }
    let status = Self.wait(for: copy.identifier)
    drain(copy.errors, into: &errors)
    forget(copy)
    return .ended(
      Ending(
        status: status, addresses: shared.addresses, errors: String(decoding: errors, as: UTF8.self),
        recorded: shared.recorded))
  }

  /// Ends the copy, even if it does not answer.
  private func end() {
    guard let copy else { return }
    kill(copy.identifier, SIGKILL)
    _ = Self.wait(for: copy.identifier)
    forget(copy)
  }

  private func forget(_ copy: Copy) {
    close(copy.socket)
    close(copy.errors)
    self.copy = nil
  }

  deinit {
    guard let copy else { return }
    // The end of the connection ends the copy, which may have something to write before.
    shutdown(copy.socket, CInt(SHUT_WR))
    var byte: UInt8 = 0
    var event = pollfd(fd: copy.socket, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&event, 1, 10_000) > 0 { _ = unsafe recv(copy.socket, &byte, 1, 0) }
    end()
  }
}

extension Worker {
  private func start() throws -> Copy {
    let sockets = try Self.socketPair()
    defer { close(sockets[1]) }
    let errors: [CInt]
    do {
      errors = try Self.socketPair()
    } catch {
      close(sockets[0])
      throw error
    }
    defer { close(errors[1]) }
    // What is in the buffers would be written by both.
    fflush(nil)
    let identifier = fork()
    if identifier == 0 { serve(sockets[1], errors: errors[1]) }
    guard identifier > 0 else {
      let number = errno
      close(sockets[0])
      close(errors[0])
      throw SystemError(number: number)
    }
    return Copy(identifier: identifier, socket: sockets[0], errors: errors[0])
  }

  private static func socketPair() throws -> [CInt] {
    var ends: [CInt] = [-1, -1]
    guard unsafe sluice_socket_pair(&ends) == 0 else { throw SystemError(number: errno) }
    return ends
  }

  /// Answers requests until the connection ends.
  private func serve(_ socket: CInt, errors: CInt) -> Never {
    sluice_begin_copy(socket, errors)
    let socket: CInt = 3
    sluice_reset_coverage()
    shared.recordTrap()
    while let request = Self.read(from: socket) {
      let reply = answer(request) { shared.record($0) }
      var unsent = Message([reply]).bytes[...]
      send(&unsent, to: socket, waits: true)
    }
    fflush(nil)
    sluice_write_coverage()
    _exit(0)
  }

  /// Waits for a request.
  private static func read(from socket: CInt) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
      if let request = Message.first(of: bytes[...]) { return request }
    }
  }

  /// Sends bytes, or what there is room for. An end of the connection is noticed by what reads from it.
  private func send(_ bytes: inout ArraySlice<UInt8>, to socket: CInt, waits: Bool = false) {
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | (waits ? 0 : CInt(MSG_DONTWAIT)))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }

  /// Receives what is there.
  ///
  /// - Returns: Whether more may follow.
  @discardableResult
  private func receive(_ bytes: inout [UInt8], from socket: CInt) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(socket, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 && errno == EAGAIN }
      bytes += buffer[..<count]
    }
  }

  private static let maximumErrorByteCount = 1 << 16

  /// Receives what a copy wrote to its standard error, and keeps the last 64 KiB.
  private func drain(_ socket: CInt, into errors: inout [UInt8]) {
    receive(&errors, from: socket)
    guard errors.count > Self.maximumErrorByteCount else { return }
    Self.write(Array(errors.dropLast(Self.maximumErrorByteCount)))
    errors.removeFirst(errors.count - Self.maximumErrorByteCount)
  }

  private static func write(_ bytes: [UInt8]) {
    if !bytes.isEmpty { _ = unsafe Glibc.write(2, bytes, bytes.count) }
  }

  /// Waits for the end of a process.
  ///
  /// - Returns: Its status, or `nil` if another part of this process has got that.
  private static func wait(for identifier: pid_t) -> CInt? {
    var status: CInt = 0
    while true {
      let result = unsafe waitpid(identifier, &status, 0)
      if result == identifier { return status }
      if errno != EINTR { return nil }
    }
  }
}

/// Whether a process does something.
private struct Activity {
  private let identifier: pid_t
  private var time: Substring = ""
  private var since = ContinuousClock.now

  init(of identifier: pid_t) { self.identifier = identifier }

  /// Returns whether the process has used no processor time for a while, and is waiting.
  mutating func isMissing(for duration: Duration) -> Bool {
    // The name of the program may have any characters, and ends with the last parenthesis.
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, fields[1] == "S" else {
      since = .now
      return false
    }
    let now = fields[12] + " " + fields[13]
    if now != time {
      time = now
      since = .now
    }
    return .now - since >= duration
  }
}

/// What both processes can write to.
@safe private final class Shared {
  private static let pageByteCount = 4096
  private static let recordByteCount = 1 << 20

  private let start: UnsafeMutableRawPointer

  init() throws {
    let memory = unsafe mmap(
      nil, Self.pageByteCount + Self.recordByteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
      0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw SystemError(number: errno) }
    unsafe start = memory
  }

  private var trap: UnsafeMutablePointer<sluice_trap> {
    unsafe start.assumingMemoryBound(to: sluice_trap.self)
  }

  /// The number of bytes of the record, or -1 if there is none, and the bytes.
  private var count: UnsafeMutablePointer<Int> {
    unsafe (start + Self.pageByteCount).assumingMemoryBound(to: Int.self)
  }

  func clear() {
    unsafe trap.pointee.count = 0
    unsafe count.pointee = -1
  }

  func recordTrap() { unsafe sluice_record_trap(trap) }

  /// The return addresses of the process that was ended by a signal.
  var addresses: [UInt] {
    let count = unsafe min(Int(trap.pointee.count), Int(SLUICE_TRAP_CAPACITY))
    guard count > 0 else { return [] }
    return unsafe withUnsafeBytes(of: trap.pointee.addresses) { bytes in
      unsafe Array(bytes.assumingMemoryBound(to: UInt.self).prefix(count))
    }
  }

  func record(_ bytes: [UInt8]) {
    let stored = min(bytes.count, Self.recordByteCount - MemoryLayout<Int>.size)
    unsafe (count + 1).withMemoryRebound(to: UInt8.self, capacity: stored) { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { unsafe target.update(from: base, count: stored) }
      }
    }
    unsafe count.pointee = stored
  }

  /// What was recorded last during the request.
  var recorded: [UInt8]? {
    let stored = unsafe count.pointee
    guard 0...(Self.recordByteCount - MemoryLayout<Int>.size) ~= stored else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: count + 1, count: stored))
  }

  deinit { unsafe munmap(start, Self.pageByteCount + Self.recordByteCount) }
}
