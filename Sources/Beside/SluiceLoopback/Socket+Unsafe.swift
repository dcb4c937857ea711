internal import Glibc
internal import SluiceBody
internal import Synchronization

/// A stream socket: the only place in which this module makes system calls on descriptors.
///
/// All descriptors are closed on `exec`, writes never raise `SIGPIPE`, and calls interrupted by a signal are repeated.
///
/// SAFETY: the pointers passed to the system point to local variables or to the memory of spans. They are passed with
/// the size of that memory, and the system uses them only during the call.
final class Socket: Sendable {
  /// The file descriptor; -1 once closed.
  ///
  /// It is locked because ``shutDown()`` is called on another thread, and must not use a number that was closed and
  /// assigned to another file. All other methods are called on the thread that also closes the socket.
  private let descriptor: Lock<Int32>

  private let shutDownCalled = Atomic(false)

  private init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

  deinit { close() }

  private var number: Int32 { descriptor.withLock { $0 } }

  // MARK: Listening

  /// Returns a listener on 127.0.0.1. For port 0, the system selects a free port.
  static func listening(onPort port: UInt16) throws(LoopbackError) -> Socket {
    let socket = try Socket(family: AF_INET)
    try socket.set(SO_REUSEADDR, at: SOL_SOCKET, to: Int32(1))
    // Accepted sockets inherit this option: a response must not wait for the acknowledgement of the previous one.
    try socket.set(TCP_NODELAY, at: Int32(IPPROTO_TCP), to: Int32(1))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    try socket.listen(at: &address)
    return socket
  }

  /// Returns a listener on a new Unix-domain socket.
  ///
  /// - Parameter path: The path of the socket, at most 107 bytes long. It must not exist yet.
  static func listening(atPath path: String) throws(LoopbackError) -> Socket {
    let socket = try Socket(family: AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      guard path.utf8.count < field.count, !path.utf8.contains(0) else { return false }
      unsafe field.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { throw LoopbackError(.system, "bind: \(path)", systemError: ENAMETOOLONG) }
    try socket.listen(at: &address)
    return socket
  }

  static func remove(atPath path: String) { _ = unsafe unlink(path) }

  private convenience init(family: Int32) throws(LoopbackError) {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw LoopbackError(.system, "socket", systemError: errno) }
    self.init(descriptor)
  }

  private func listen<Address>(at address: inout Address) throws(LoopbackError) {
    let bound = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bind(
        number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard bound == 0 else { throw LoopbackError(.system, "bind", systemError: errno) }
    // The system reduces this to its own limit (4096 on Debian).
    guard Glibc.listen(number, 4096) == 0 else {
      throw LoopbackError(.system, "listen", systemError: errno)
    }
  }

  /// The port that a listener on 127.0.0.1 is bound to.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe getsockname(number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits for the next connection and returns it, or returns `nil` once the listener is shut down.
  func accept() -> Socket? {
    while true {
      guard let accept4 = unsafe accept4 else { return nil }
      let accepted = accept4(number, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if accepted >= 0 { return Socket(accepted) }
      switch errno {
      case EINVAL, EBADF: return nil
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        // Retries until another connection is closed. A listener that was shut down counts as hung up.
        guard !wait(for: .hungUp, atMost: .milliseconds(10)) else { return nil }
      default: continue  // Interrupted, or the peer left before it was accepted.
      }
    }
  }

  // MARK: Bytes

  /// An event to wait for, with its value for `poll`.
  enum Readiness: Int16 {
    /// Bytes, the end of the peer's stream, or a hang-up.
    case readable = 0x1
    /// The end of the peer's stream, or a hang-up. This is POLLRDHUP, which Swift's Glibc module lacks.
    case peerFinished = 0x2000
    /// A hang-up or an error, which `poll` always reports.
    case hungUp = 0
  }

  /// Waits for at least one byte and appends the bytes that have arrived, up to the free capacity.
  ///
  /// - Returns: The number of bytes appended; 0 at the end of the peer's stream.
  func receive(into output: inout OutputSpan<UInt8>) throws(LoopbackError) -> Int {
    let count = unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      let free = unsafe UnsafeMutableRawBufferPointer(
        UnsafeMutableBufferPointer(rebasing: buffer[initializedCount...]))
      let count = retryingInterrupts { unsafe recv(number, free.baseAddress, free.count, 0) }
      initializedCount += max(0, count)
      return count
    }
    guard count >= 0 else { throw .disconnected(doing: "recv") }
    return count
  }

  /// Sends all bytes, and blocks while the peer does not read.
  func send(_ bytes: borrowing Span<UInt8>) throws(LoopbackError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.extracting(sent...).withUnsafeBytes { rest in
        retryingInterrupts { unsafe Glibc.send(number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
      }
      guard count >= 0 else { throw .disconnected(doing: "send") }
      sent += count
    }
  }

  /// Waits for an event.
  ///
  /// - Parameters:
  ///   - readiness: The event.
  ///   - duration: The maximum time to wait. With `nil`, the default, there is no limit.
  /// - Returns: `true` once the event has occurred or if the socket is closed; `false` if the time has elapsed.
  func wait(for readiness: Readiness, atMost duration: Duration? = nil) -> Bool {
    // `poll` ignores a descriptor of -1 and would wait for ever.
    guard number >= 0 else { return true }
    let deadline = duration.map { ContinuousClock.now + $0 }
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      var request = pollfd(fd: number, events: readiness.rawValue, revents: 0)
      let count = unsafe poll(&request, 1, left.map { Int32(max(0, $0.rounded(.up))) } ?? -1)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  // MARK: Ending

  /// Ends the stream to the peer. The peer can continue to send.
  func finishWriting() { _ = Glibc.shutdown(number, Int32(SHUT_WR)) }

  /// Ends both streams; a call that is blocked on the socket returns immediately. Can be called on any thread.
  func shutDown() {
    shutDownCalled.store(true, ordering: .releasing)
    descriptor.withLock { if $0 >= 0 { _ = Glibc.shutdown($0, Int32(SHUT_RDWR)) } }
  }

  var isShutDown: Bool { shutDownCalled.load(ordering: .acquiring) }

  /// Closes the socket with a TCP reset, so that calls of the peer fail with `ECONNRESET`.
  ///
  /// Unix-domain sockets do not support resets and are closed normally.
  func reset() {
    try? set(SO_LINGER, at: SOL_SOCKET, to: linger(l_onoff: 1, l_linger: 0))
    close()
  }

  func close() {
    descriptor.withLock {
      if $0 >= 0 { _ = Glibc.close($0) }
      $0 = -1
    }
  }

  private func set<Value: BitwiseCopyable>(
    _ option: Int32, at level: Int32, to value: Value
  ) throws(LoopbackError) {
    let result = unsafe withUnsafeBytes(of: value) { bytes in
      unsafe setsockopt(number, level, option, bytes.baseAddress, socklen_t(bytes.count))
    }
    guard result == 0 else { throw LoopbackError(.system, "setsockopt", systemError: errno) }
  }
}

/// The function accept4(2), which Swift's Glibc module lacks as a GNU extension. It is `nil` if the C library lacks it,
/// too.
///
/// It sets close-on-exec atomically, so that a child process started at the same time cannot keep the connection open.
///
/// SAFETY: the symbol `accept4` in the C library is a function of exactly this C type. The caller passes `nil` for both
/// pointers.
private let accept4 = unsafe unsafeBitCast(
  dlsym(nil, "accept4"),
  to: (@convention(c) (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) ->
    Int32)?.self)

/// Repeats a system call until it is not interrupted by a signal.
private func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

extension LoopbackError {
  /// Returns the error for a failed call on a connection, based on `errno`.
  ///
  /// A descriptor that ``Socket/reset()`` has closed counts as closed by the peer.
  fileprivate static func disconnected(doing call: String) -> LoopbackError {
    let number = errno
    return switch number {
    case EPIPE, ECONNRESET, ETIMEDOUT, EBADF: LoopbackError(.peerClosed, call, systemError: number)
    default: LoopbackError(.system, call, systemError: number)
    }
  }
}
