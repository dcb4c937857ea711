import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport

/// A program that a test runs, with its input and output.
///
/// The program is killed when this object is deinitialized, or if it does not end in time. Only one thread uses an
/// instance.
///
/// SAFETY: each pointer that is passed to the system points to a local or an array, is used only during the call, and
/// is passed with the size of that memory.
final class Run {
  /// The target of one of a program's three standard descriptors.
  enum Stream {
    /// Empty input, or discarded output.
    case null
    /// Input of these bytes, through a pipe.
    case bytes([UInt8])
    /// Input or output through a pipe.
    case pipe
    case descriptor(Descriptor)
    /// Input from a terminal, which becomes that of the program's session.
    case terminal(Terminal)
    case closed
  }

  let id: pid_t
  private var end: Outcome.End?
  private var output: Capture?
  private var errors: Capture?
  /// The writing end of an input that is a pipe. Setting it to `nil` closes it.
  var input: Descriptor?

  /// - Parameter isLeader: Whether the program leads a new session, which has no terminal but that of its input.
  init(
    _ program: String, _ arguments: [String], input: Stream = .null, output: Stream = .pipe,
    errors: Stream = .pipe, environment: [String: String] = [:], isLeader: Bool = false
  ) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Kept open until the program has them.
    var theirs: [Descriptor] = []
    var isLeader = isLeader
    for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      switch stream {
      case .null: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .closed: unsafe posix_spawn_file_actions_addclose(&actions, number)
      case .descriptor(let descriptor): theirs.append(descriptor)
      case .terminal(let terminal):
        // The first terminal that the leader of a session opens becomes the session's.
        isLeader = true
        unsafe posix_spawn_file_actions_addopen(&actions, number, try terminal.path, O_RDWR, 0)
      case .bytes, .pipe:
        let pipe = try Self.pipe()
        theirs.append(number == STDIN_FILENO ? pipe.reading : pipe.writing)
        switch (number, stream) {
        case (STDIN_FILENO, .bytes(let bytes)):
          // On a thread that blocks SIGPIPE, since the program may end before it has read everything.
          try SystemThread { try? pipe.writing.write(bytes.span) }.detach()
        case (STDIN_FILENO, _): self.input = pipe.writing
        case (STDOUT_FILENO, _): self.output = Capture(pipe.reading)
        default: self.errors = Capture(pipe.reading)
        }
      }
      switch stream {
      case .null, .closed, .terminal: break
      case .bytes, .pipe, .descriptor:
        guard let descriptor = theirs.last else { break }
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, number)
      }
    }
    id = try unsafe Self.spawn(program, arguments, actions, environment, isLeader: isLeader)
    withExtendedLifetime(theirs) {}
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ actions: posix_spawn_file_actions_t,
    _ changes: [String: String], isLeader: Bool
  ) throws -> pid_t {
    // The program handles signals by default, regardless of how the tests handle them.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // `POSIX_SPAWN_SETSID`, which is a GNU extension.
    let session: CInt = isLeader ? 0x80 : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(CInt(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session))

    let environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.lowercased().hasSuffix("_proxy") }
      .merging(changes) { _, new in new }
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var id = pid_t()
    var actions = unsafe actions
    let failure = unsafe posix_spawnp(&id, program, &actions, &attributes, words, variables)
    guard failure == 0 else { throw CallFailed(number: failure) }
    return id
  }

  deinit {
    guard end == nil else { return }
    send(SIGKILL)
    waitpid(id, nil, 0)
  }

  /// Sends a signal, unless the program has been waited for: its ID may then belong to another process.
  func send(_ signal: CInt) {
    if end == nil { kill(id, signal) }
  }

  /// Waits until the program has printed a text to standard output.
  ///
  /// - Returns: `false` if the program ends or the time is up before that.
  func waitForOutput(_ text: String) -> Bool {
    let deadline = ContinuousClock.now + patience
    while let output, !output.text.contains(text) {
      guard Capture.read([output], until: deadline), !output.hasEnded else { return false }
    }
    return true
  }

  var outputSoFar: String { output?.text ?? "" }

  /// Waits until the program has closed its outputs and ended, or kills it when the time is up.
  func finish() -> Outcome {
    let deadline = ContinuousClock.now + patience
    let captures = [output, errors].compactMap { $0 }
    var isInTime = true
    while isInTime, captures.contains(where: { !$0.hasEnded }) {
      isInTime = Capture.read(captures, until: deadline)
    }
    if !isInTime { send(SIGKILL) }
    var status: CInt = 0
    var usage = rusage()
    while unsafe wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: Outcome.End =
      !isInTime ? .tookTooLong : signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(by: signal)
    self.end = end
    return Outcome(
      end: end, output: output?.bytes ?? [], errors: errors?.text ?? "",
      processorTime: Duration(usage.ru_utime) + Duration(usage.ru_stime))
  }

  /// Makes a pipe. A program that another test starts at the same time inherits neither end.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [CInt] = [-1, -1]
    guard let pipe2 = unsafe pipe2, unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw CallFailed(number: errno)
    }
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }
}

/// pipe2(2), which is in glibc but not in Swift's Glibc module.
///
/// SAFETY: this is the C type of the function.
private let pipe2 = unsafe unsafeBitCast(
  dlsym(nil, "pipe2"), to: (@convention(c) (UnsafeMutablePointer<CInt>, CInt) -> CInt)?.self)

/// A system call's error number.
struct CallFailed: Error { let number: CInt }

/// The bytes read from a pipe.
private final class Capture {
  private let descriptor: Descriptor
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Waits until a pipe can be read, then reads once from each pipe that can be.
  ///
  /// - Returns: `false` if the time is up before that.
  static func read(_ captures: [Capture], until deadline: ContinuousClock.Instant) -> Bool {
    let open = captures.filter { !$0.hasEnded }
    var entries = open.map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
    let left = max(.zero, deadline - .now) / .milliseconds(1)
    let count = unsafe poll(&entries, nfds_t(entries.count), CInt(left.rounded(.up)))
    for (capture, entry) in zip(open, entries) where entry.revents != 0 { capture.readOnce() }
    return count != 0
  }

  private func readOnce() {
    let before = bytes.count
    try? bytes.append(addingCapacity: 64 * 1024) { output in try descriptor.read(into: &output) }
    hasEnded = bytes.count == before
  }
}

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}
