import FoundationEssentials
import Glibc

// SAFETY: The strings are those of `withCStrings`, which outlive the call, and the buffers those of closures. The
// system copies what it gets.

/// A program whose output is read line by line.
package struct ChildProcess {
  /// The path of this program.
  package static let thisProgram = "/proc/self/exe"

  /// The end of a process.
  package enum End: Equatable {
    case exited(CInt)
    /// A signal ended the process, or stopped it, which the parent process ends.
    case signal(CInt)
    /// The parent process ended it at a deadline.
    case late
  }

  private let identifier: pid_t
  private let output: CInt
  /// Whether it is the leader of a process group, which ends with it at a deadline.
  private let leadsGroup: Bool

  /// Starts a program. Its output and its errors are one stream.
  ///
  /// - Parameters:
  ///   - program: The path.
  ///   - environment: Variables that are set in addition to those of this process.
  ///   - leadsGroup: Whether it leads a process group, so that a deadline also ends its children. Then, a terminal's
  ///     interrupt does not reach it. Defaults to `false`.
  package init(
    _ program: String, arguments: [String], environment: [String: String] = [:], leadsGroup: Bool = false
  ) throws {
    self.leadsGroup = leadsGroup
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure(name: "pipe", errorNumber: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    if leadsGroup { unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }

    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { _, new in new }
    let name = program == Self.thisProgram ? CommandLine.arguments.first ?? program : program
    var identifier: pid_t = 0
    let status = unsafe withCStrings([name] + arguments) { arguments in
      unsafe withCStrings(variables.map { "\($0)=\($1)" }) { environment in
        unsafe posix_spawn(&identifier, program, &actions, &attributes, arguments, environment)
      }
    }
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw Failure(name: "posix_spawn", errorNumber: status)
    }
    self.identifier = identifier
    output = ends[0]
  }

  /// Reads the output to its end, and waits for the end of the process.
  ///
  /// - Parameter handle: Is called with each line, in order.
  /// - Returns: Whether the process ended with 0.
  package func finish(_ handle: (String) -> Void) -> Bool { finish(until: nil, handle) == .exited(0) }

  /// Reads the output to its end, and waits for the end of the process, which a deadline or a stop signal brings about.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the process is ended, or `nil` if it has none.
  ///   - handle: Is called with each line, in order.
  package func finish(until deadline: ContinuousClock.Instant?, _ handle: (String) -> Void) -> End {
    let end = read(until: deadline, handle)
    close(output)
    if let end { return end }
    // A process may close its output and run on.
    while true {
      if let end = endIfAny() { return end }
      if let deadline, .now >= deadline { return ended(as: .late) }
      usleep(5_000)
    }
  }

  /// Reads the output to its end.
  ///
  /// - Returns: The end of the process, or `nil` if the output ended before.
  private func read(until deadline: ContinuousClock.Instant?, _ handle: (String) -> Void) -> End? {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    defer { if !pending.isEmpty { handle(String(decoding: pending, as: UTF8.self)) } }
    while true {
      var event = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = deadline.map { max(.zero, $0 - .now) } ?? .seconds(1)
      if unsafe poll(&event, 1, CInt(min(left, .milliseconds(250)) / .milliseconds(1))) <= 0 {
        // The output stays open after the end if a child of the process has it.
        if let deadline, .now >= deadline { return endIfAny() ?? ended(as: .late) }
        if isStopped { return ended(as: .signal(SIGSTOP)) }
        continue
      }
      let count = unsafe Glibc.read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer.prefix(count) {
        if byte == UInt8(ascii: "\n") {
          handle(String(decoding: pending, as: UTF8.self))
          pending.removeAll(keepingCapacity: true)
        } else if pending.count < 1 << 20 {
          pending.append(byte)
        }
      }
    }
    return nil
  }

  /// Whether a signal has stopped the process. A terminal's stop is another signal, and ends later.
  private var isStopped: Bool {
    var information = unsafe siginfo_t()
    let options = WSTOPPED | WNOHANG | WNOWAIT
    guard unsafe waitid(P_PID, id_t(identifier), &information, options) == 0 else { return false }
    return unsafe information.si_code == CInt(CLD_STOPPED)
      && information._sifields._sigchld.si_status == SIGSTOP
  }

  /// The end of the process, or `nil` if it runs.
  private func endIfAny() -> End? {
    if isStopped { return ended(as: .signal(SIGSTOP)) }
    var status: CInt = 0
    let result = unsafe waitpid(identifier, &status, WNOHANG)
    if result == 0 || result < 0 && errno == EINTR { return nil }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// Ends the process.
  private func ended(as end: End) -> End {
    kill(leadsGroup ? -identifier : identifier, SIGKILL)
    var status: CInt = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return end
  }

  /// A system call that failed.
  struct Failure: Error, CustomStringConvertible {
    let name: String
    let errorNumber: CInt

    var description: String { "\(name): \(unsafe String(cString: strerror(errorNumber)))" }
  }
}

/// Calls a closure with an array of C strings that ends with null.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = unsafe strings.map { unsafe strdup($0) }
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe body(copies + [nil])
}
