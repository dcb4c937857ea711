internal import Glibc
internal import SluiceBody
internal import Synchronization

/// A stream socket: the one place where this module makes system calls on descriptors. Every descriptor is
/// closed on `exec`, no write raises `SIGPIPE`, and calls that a signal interrupts are made again.
///
/// What is unsafe here is passing pointers to the system: each points to a local or to a span's memory, is
/// used only during the call, and goes with that memory's size.
final class Socket: Sendable {
  /// -1 once closed. A lock, for ``shutDown()`` comes from another thread, and must not hit a descriptor that
  /// was closed and is now someone else's. All other calls belong to the one thread that may also close.
  private let descriptor: Lock<Int32>

  private let shutDownCalled = Atomic(false)

  private init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

  deinit { close() }

  private var number: Int32 { descriptor.withLock { $0 } }

  // MARK: Listening

  /// A listener on 127.0.0.1; at port 0 the system picks a free one.
  static func listening(onPort port: UInt16) throws(LoopbackError) -> Socket {
    let socket = try Socket(family: AF_INET)
    try socket.set(SO_REUSEADDR, at: SOL_SOCKET, to: Int32(1))
    // Accepted sockets inherit it: an answer must not wait for the acknowledgement of the one before.
    try socket.set(TCP_NODELAY, at: Int32(IPPROTO_TCP), to: Int32(1))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    try socket.listen(at: &address)
    return socket
  }

  /// A listener on a new Unix-domain socket at `path`, which must not exist yet and holds 107 bytes at most.
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
    // The system cuts this to its own limit (4,096 on Debian).
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

  /// The next connection; nil once the listener was shut down.
  func accept() -> Socket? {
    while true {
      guard let accept4 = unsafe accept4 else { return nil }
      let accepted = accept4(number, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if accepted >= 0 { return Socket(accepted) }
      switch errno {
      case EINVAL, EBADF: return nil
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        // Tried again until a connection closes. A listener that was shut down counts as hung up.
        guard !wait(for: .hungUp, atMost: .milliseconds(10)) else { return nil }
      default: continue  // Interrupted, or the peer left before it was accepted.
      }
    }
  }

  // MARK: Bytes

  enum Readiness: Int16 {
    /// Bytes, the peer's end of stream, or a hang-up.
    case readable = 0x1
    /// The peer's end of stream, or a hang-up. POLLRDHUP, which Swift's Glibc module leaves out.
    case peerFinished = 0x2000
    /// A hang-up or an error, which are always reported.
    case hungUp = 0
  }

  /// Appends what has arrived, waiting for at least one byte, as far as there is room. Returns the number of
  /// bytes appended; 0 at the peer's end of stream.
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

  /// Sends all of `bytes`, waiting while the peer does not read.
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

  /// Waits for `readiness`, for ever by default. True at once if the socket is closed, false if
  /// the time is over first.
  func wait(for readiness: Readiness, atMost duration: Duration? = nil) -> Bool {
    // To poll, a descriptor of -1 would be one on which nothing ever happens.
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

  /// Ends this side's stream; the peer's may go on.
  func finishWriting() { _ = Glibc.shutdown(number, Int32(SHUT_WR)) }

  /// Ends both streams, from any thread: a call that waits on the socket returns at once.
  func shutDown() {
    shutDownCalled.store(true, ordering: .releasing)
    descriptor.withLock { if $0 >= 0 { _ = Glibc.shutdown($0, Int32(SHUT_RDWR)) } }
  }

  var isShutDown: Bool { shutDownCalled.load(ordering: .acquiring) }

  /// Closes with a TCP reset, which the peer sees as `ECONNRESET`. A Unix-domain socket knows no reset and
  /// just closes.
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

/// accept4(2): a new descriptor is closed on `exec` from its first moment on, so that no child process
/// started meanwhile keeps the connection open. Swift's Glibc module leaves out GNU's extensions, the library
/// itself has them; this is the function's C type.
private let accept4 = unsafe unsafeBitCast(
  dlsym(nil, "accept4"),
  to: (@convention(c) (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) ->
    Int32)?.self)

private func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

extension LoopbackError {
  /// The failure of a call on a connection, by `errno`. A descriptor that ``Socket/reset()`` closed counts as
  /// hung up.
  fileprivate static func disconnected(doing call: String) -> LoopbackError {
    let number = errno
    return switch number {
    case EPIPE, ECONNRESET, ETIMEDOUT, EBADF: LoopbackError(.peerClosed, call, systemError: number)
    default: LoopbackError(.system, call, systemError: number)
    }
  }
}
