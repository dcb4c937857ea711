internal import CWorker
internal import Glibc
internal import Sluice
internal import SluiceSupport
internal import SluiceTool
internal import Synchronization

/// A program that runs in a process group of its own, with its outputs captured. It is killed, with its whole group,
/// when this object is deinitialized. Only one thread uses an instance.
///
/// SAFETY: each pointer that is passed to the system points to a local or an array that lives until the call returns,
/// or to a string that is freed afterwards. The arrays of strings end with `nil`, and the descriptors live until the
/// program has its own.
final class ChildProcess {
  /// How a program has ended.
  enum End: Equatable {
    case exited(CInt)
    case killed(by: CInt)
  }

  private let id: pid_t
  /// The lines that ``write(line:)`` sends, and that the program has not read.
  private var lines: (writing: Descriptor, unread: Descriptor)?
  let output: CapturedOutput
  let errors: CapturedOutput
  private(set) var end: End?
  /// The peak of the resident memory, which is known when the program has ended. 0 if it is not more than that of this
  /// process: until a program is executed, it shares the memory of its parent, which the system counts as its own.
  private(set) var peakMemory: Int64 = 0

  /// No other thread may start a program while a pipe exists that a new program would inherit.
  private static let starting = Mutex(())

  /// Starts a program from the search path.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - input: The standard input.
  ///   - contentType: The value of the variable `CONTENT_TYPE`, or `nil` to leave it as it is.
  ///   - servesLines: Whether the program may read lines, from the descriptor that a variable names.
  ///   - memoryLimit: The maximum size of the program's address space, or `nil` for no limit.
  ///   - outputLimit: The number of bytes of output that are kept.
  /// - Throws: `SystemError` if the program cannot be executed.
  init(
    _ words: [String], input: Descriptor, contentType: String?, servingLines servesLines: Bool,
    memoryLimit: Int64?, keepingOutputUpTo outputLimit: Int
  ) throws(SystemError) {
    let started = try Self.starting.withLock { _ throws(SystemError) in
      let output = try Self.pipe()
      let errors = try Self.pipe()
      let lines = servesLines ? try Self.pipe() : nil
      let id = try Self.spawn(
        words, variables: Self.environmentVariables(contentType: contentType, servesLines: servesLines),
        descriptors: [input, output.writing, errors.writing]
          + (lines.map { [$0.reading] } ?? []), memoryLimit: memoryLimit)
      return (id, lines, output.reading, errors.reading)
    }
    id = started.0
    lines = started.1.map { ($0.writing, $0.reading) }
    output = CapturedOutput(started.2, upTo: outputLimit)
    errors = CapturedOutput(started.3, upTo: 16 << 10, keeping: .startAndEnd)
  }

  deinit { if end == nil { killGroup() } }

  private typealias Pipe = (reading: Descriptor, writing: Descriptor)

  private static func pipe() throws(SystemError) -> Pipe {
    var ends: [CInt] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw SystemError(number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }

  /// The number of the descriptor of lines, after the standard ones, and the variable that names it.
  private static let linesNumber: CInt = 3
  private static let linesVariable = "SLUICE_LINES"

  /// - Parameters:
  ///   - descriptors: The descriptors of the program that get the numbers from 0.
  private static func spawn(
    _ words: [String], variables: [[UInt8]], descriptors: [Descriptor], memoryLimit: Int64?
  ) throws(SystemError) -> pid_t {
    let path = findProgram(words.first ?? "") ?? words.first ?? ""
    let texts = unsafe ([path] + words).map { unsafe strdup($0) }
    let variables =
      unsafe variables.map { variable in
        unsafe (variable + [0]).withUnsafeBytes { bytes in
          unsafe bytes.bindMemory(to: CChar.self).baseAddress.flatMap { unsafe strdup($0) }
        }
      } + [nil]
    defer { unsafe (texts + variables).forEach { unsafe free($0) } }
    let (words, numbers) = unsafe (Array(texts.dropFirst()) + [nil], descriptors.map(\.rawValue))
    let id = unsafe words.withUnsafeBufferPointer { words in
      unsafe variables.withUnsafeBufferPointer { variables in
        unsafe numbers.withUnsafeBufferPointer { numbers in
          var program = unsafe sluice_program(
            path: texts.first ?? nil, words: words.baseAddress, variables: variables.baseAddress,
            descriptors: numbers.baseAddress, count: CInt(numbers.count), memory: UInt64(memoryLimit ?? 0))
          return unsafe sluice_start(&program)
        }
      }
    }
    if id < 0 { throw SystemError(number: errno) }
    return withExtendedLifetime(descriptors) { id }
  }

  /// The variables of this process, whatever their bytes are, with those for the program.
  private static func environmentVariables(contentType: String?, servesLines: Bool) -> [[UInt8]] {
    var variables: [[UInt8]] = []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      unsafe variables.append([UInt8](UnsafeRawBufferPointer(start: variable, count: strlen(variable))))
      unsafe next += 1
    }
    variables.removeAll { variable in
      variable.starts(with: "\(linesVariable)=".utf8)
        || contentType != nil && variable.starts(with: "CONTENT_TYPE=".utf8)
    }
    if let contentType { variables.append(Array("CONTENT_TYPE=\(contentType)".utf8)) }
    if servesLines { variables.append(Array("\(linesVariable)=\(linesNumber)".utf8)) }
    return variables
  }

  /// Writes a line that fits into the buffer of a pipe, which the program may read.
  func write(line: [UInt8]) throws(SystemError) { try lines?.writing.write(line.span) }

  /// Closes the pipe of the lines, so that the program reads its end.
  func endLines() { lines = nil }

  /// Whether the program has read all lines.
  var hasReadLines: Bool {
    guard let lines else { return false }
    var entry = pollfd(fd: lines.unread.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// Waits for output, and for the end of the program.
  ///
  /// - Parameters:
  ///   - seconds: The maximum time to wait.
  ///   - isStopped: Whether to stop waiting, which is asked again and again.
  ///   - isEnough: Whether the output has what the caller waits for.
  /// - Returns: Whether the program has ended, or `isEnough` has returned `true`.
  func wait(
    atMost seconds: Double, isStopped: () -> Bool, until isEnough: (CapturedOutput) -> Bool = { _ in false }
  ) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    // A program that has closed its outputs may end in the next moment.
    var pause: CInt = 1
    while true {
      CapturedOutput.readOnce(
        from: [output, errors], waitingAtMost: output.hasEnded && errors.hasEnded ? pause : 20)
      if output.hasEnded { pause = min(pause * 2, 20) }
      if isEnough(output) { return true }
      if hasEnded() { return true }
      if ContinuousClock.now >= deadline || isStopped() { return false }
    }
  }

  /// Returns whether the program has ended. If it has, its group is killed, and the rest of its output is read.
  func hasEnded() -> Bool {
    if end != nil { return true }
    var information = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
    guard unsafe result == 0 && information.si_signo == SIGCHLD else { return false }
    // The program is not reaped yet, so no other group can have its number.
    killGroup()
    // A process that has left the group may still print.
    for _ in 0..<64 where !CapturedOutput.readOnce(from: [output, errors], waitingAtMost: 0) { break }
    return true
  }

  /// Kills the program and all processes of its group, and waits for its end.
  func killGroup() {
    guard end == nil else { return }
    Glibc.kill(-id, SIGKILL)
    // The program may have left its group.
    Glibc.kill(id, SIGKILL)
    let (end, usage) = Self.waitForEnd(of: id)
    self.end = end
    let peak = Int64(usage.ru_maxrss) * 1024
    peakMemory = peak > SluiceTool.peakMemory() ?? 0 ? peak : 0
  }

  /// Waits until a program that this process has started ends.
  static func waitForEnd(of id: pid_t) -> (End, rusage) {
    var status: CInt = 0
    var usage = rusage()
    while unsafe wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return (signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(by: signal), usage)
  }
}
