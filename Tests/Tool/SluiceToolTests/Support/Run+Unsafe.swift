import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport

@testable import SluiceCorpusTool

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
  private var output: CapturedOutput?
  private var errors: CapturedOutput?
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
        case (STDOUT_FILENO, _): self.output = CapturedOutput(pipe.reading, upTo: .max)
        default: self.errors = CapturedOutput(pipe.reading, upTo: .max)
        }
      }
      switch stream {
      case .null, .closed, .terminal: break
      case .bytes, .pipe, .descriptor:
        guard let descriptor = theirs.last else { break }
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, number)
      }
    }
    let variables = ProcessInfo.processInfo.environment
      .filter { !$0.key.lowercased().hasSuffix("_proxy") }
      .merging(environment) { _, new in new }
      .map { "\($0)=\($1)" }
    // `POSIX_SPAWN_SETSID`, which is a GNU extension.
    let flags: CInt = isLeader ? 0x80 : 0
    id = try unsafe Self.start([program] + arguments, variables: variables, &actions, flags: flags)
    withExtendedLifetime(theirs) {}
  }

  /// Starts a program from the search path, which neither ignores nor blocks signals, as this process may.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - variables: The environment, as `NAME=VALUE`.
  ///   - actions: Give the program its descriptors.
  ///   - flags: The program's group or session, as flags of `posix_spawnattr_setflags`.
  private static func start(
    _ words: [String], variables: [String], _ actions: inout posix_spawn_file_actions_t, flags: CInt
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags))
    let program = words.first ?? ""
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var id = pid_t()
    let failure = unsafe posix_spawnp(&id, program, &actions, &attributes, arguments, variables)
    if failure != 0 { throw SystemError(number: failure) }
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
      guard ContinuousClock.now < deadline, !output.hasEnded else { return false }
      CapturedOutput.readOnce(from: [output], waitingAtMost: 100)
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
      CapturedOutput.readOnce(from: captures, waitingAtMost: 100)
      isInTime = ContinuousClock.now < deadline
    }
    if !isInTime { send(SIGKILL) }
    let (ended, usage) = ChildProcess.waitForEnd(of: id)
    let end: Outcome.End =
      switch ended {
      case .exited(let status) where isInTime: .exited(status)
      case .killed(let signal) where isInTime: .killed(by: signal)
      case .exited, .killed: .tookTooLong
      }
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

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}
