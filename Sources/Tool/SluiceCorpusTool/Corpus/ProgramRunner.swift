internal import Glibc
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// Gives inputs to a program, one at a time, on the calling thread.
///
/// A process is started for each input, unless the program serves many: it then reads a line of JSON for each from the
/// descriptor that the variable `SLUICE_LINES` names, and replies with one. The first process is offered both. If it
/// has read the line, the program serves lines. After the last one, it has the time for an input to end.
///
/// ```
/// {"file":"/tmp/…/empty-array","contentType":null}
/// {"accepted":true,"result":[]}
/// ```
final class ProgramRunner {
  private let program: ParserProgram
  /// Whether the standard output of a process for one input is the result, as JSON.
  private let readsResult: Bool
  private let isStopped: @Sendable () -> Bool
  /// Whether the program reads lines, or `nil` if it has not been tried.
  private var servesLines: Bool?
  /// The process that serves lines. It has replied to its last one.
  private var server: ChildProcess?
  private var lateFailure: Observation?

  private static let maximumReplyByteCount = 16 << 20
  /// More than the depth of any result of the corpus.
  private static let maximumDepth = 2048

  init(_ program: ParserProgram, readsResult: Bool, isStopped: @escaping @Sendable () -> Bool) {
    (self.program, self.readsResult, self.isStopped) = (program, readsResult, isStopped)
  }

  /// Gives an input to the program.
  ///
  /// - Parameters:
  ///   - entry: The input.
  ///   - path: The path of a file with its bytes.
  /// - Throws: `SystemError` if the program cannot be started; `BodyError` if the file cannot be read;
  ///   `CancellationError`.
  func run(_ entry: Corpus.Entry, at path: String) throws -> Observation {
    if servesLines == false { return try runOnce(entry, at: path) }
    let line: JSON.Value = ["file": .text(path), "contentType": .text(entry.contentType)]
    while true {
      let (process, isNew) = try currentServer(entry, at: path)
      let start = ContinuousClock.now
      // If the program has ended, the error is found below.
      try? process.write(line: line.line)
      var reply: [UInt8]?
      let isInTime = process.wait(atMost: program.seconds, isStopped: isStopped) { output in
        guard process.hasReadLines else { return false }
        reply = output.takeLine()
        return reply != nil || output.isOverLimit
      }
      if !isInTime, isStopped() { throw CancellationError() }
      if servesLines == nil {
        servesLines = process.hasReadLines
        if servesLines == false {
          server = nil
          // It may have ended because of the variable.
          return isInTime
            ? try runOnce(entry, at: path) : observation(of: process, isInTime: false, since: start)
        }
      }
      // The rest of the output of a program that has ended may have the reply, if it has read the line.
      if process.hasReadLines { reply = reply ?? process.output.takeLine() }

      let outcome: (behavior: Behavior, detail: String)
      if let reply {
        outcome = behavior(reply, process)
      } else if process.end != nil {
        // Another process gets the input that this one has not read.
        if !isNew, !process.hasReadLines { continue }
        outcome = behavior(of: process, "ended without a reply")
      } else if isInTime {
        outcome = (.failed(.unusableReply), "a line of more than \(Self.maximumReplyByteCount) bytes")
      } else {
        outcome = (.failed(.hung), "no reply after \(program.seconds) s")
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if case .failed = outcome.behavior { server = nil }
      return Observation(
        behavior: outcome.behavior, detail: outcome.detail, seconds: seconds, errors: process.errors.text)
    }
  }

  private func start(_ entry: Corpus.Entry, at path: String, servingLines: Bool) throws -> ChildProcess {
    let source = program.takesPath ? "/dev/null" : path
    let input: Descriptor
    do throws(SystemError) {
      input = try .open(source, flags: O_RDONLY)
    } catch {
      // The file can be read with more descriptors.
      throw error.isOfResources ? error : BodyError(.readFailed, path: source, systemError: error)
    }
    return try ChildProcess(
      program.words(path: path, contentType: entry.contentType), input: input,
      contentType: entry.contentType, servingLines: servingLines, memoryLimit: program.memoryLimit,
      keepingOutputUpTo: servingLines || readsResult ? Self.maximumReplyByteCount : 0)
  }

  // MARK: A process for each input

  private func runOnce(_ entry: Corpus.Entry, at path: String) throws -> Observation {
    let start = ContinuousClock.now
    let process = try self.start(entry, at: path, servingLines: false)
    let isInTime = process.wait(atMost: program.seconds, isStopped: isStopped)
    if !isInTime, isStopped() { throw CancellationError() }
    return observation(of: process, isInTime: isInTime, since: start)
  }

  /// Returns what a process for one input has done. Its exit status tells whether it has accepted the input.
  private func observation(
    of process: ChildProcess, isInTime: Bool, since start: ContinuousClock.Instant
  ) -> Observation {
    // The end by this kill tells nothing about the program.
    if !isInTime { process.killGroup() }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let (behavior, detail) =
      isInTime
      ? process.behavior(
        memoryLimit: program.memoryLimit, printed: readsResult ? result(of: process) : .nothing)
      : (.failed(.hung), "no end after \(program.seconds) s")
    return Observation(behavior: behavior, detail: detail, seconds: seconds, errors: process.errors.text)
  }

  private func result(of process: ChildProcess) -> Behavior.Printed {
    guard !process.output.isOverLimit,
      let value = try? JSON.Value(parsing: process.output.bytes, maximumDepth: Self.maximumDepth)
    else { return .notJSON }
    return .value(value)
  }

  // MARK: A process for many inputs

  /// Returns a process that waits for a line, which is started with the input.
  private func currentServer(
    _ entry: Corpus.Entry, at path: String
  ) throws -> (process: ChildProcess, isNew: Bool) {
    if let server {
      if !server.hasEnded() {
        CapturedOutput.readOnce(from: [server.output, server.errors], waitingAtMost: 0)
      }
      noteFailure(of: server)
      if server.end == nil, lateFailure == nil {
        server.errors.removeAll()
        return (server, false)
      }
    }
    let new = try start(entry, at: path, servingLines: true)
    server = new
    return (new, true)
  }

  /// Ends the process that serves lines, which can do what it does at the end of its input.
  func finish() {
    guard let process = server.take() else { return }
    process.endLines()
    _ = process.wait(atMost: program.seconds, isStopped: isStopped)
    noteFailure(of: process)
  }

  /// Returns what the process has failed with after its reply, which takes the place of the last input's observation.
  func takeLateFailure() -> Observation? { lateFailure.take() }

  /// Notes what the process has failed with after its reply.
  private func noteFailure(of process: ChildProcess) {
    let failure: (behavior: Behavior, detail: String)
    if !process.output.bytes.isEmpty {
      // They may have been taken for replies to other inputs.
      failure = (
        .failed(.unusableReply),
        "more lines than inputs, so that replies before may be those to others: \(Self.excerpt(process.output.bytes))"
      )
    } else if process.errors.hasSanitizerReport || process.end != nil && process.end != .exited(0) {
      failure = behavior(of: process, "failed after its reply")
    } else {
      return
    }
    lateFailure = Observation(
      behavior: failure.behavior, detail: failure.detail, seconds: 0, errors: process.errors.text)
  }

  private func behavior(_ reply: [UInt8], _ process: ChildProcess) -> (Behavior, String) {
    guard let value = try? JSON.Value(parsing: reply, maximumDepth: Self.maximumDepth),
      let isAccepted = value["accepted"]?.bool
    else { return (.failed(.unusableReply), Self.excerpt(reply)) }
    CapturedOutput.readOnce(from: [process.errors], waitingAtMost: 0)
    if process.errors.hasSanitizerReport { return behavior(of: process, "replied") }
    if isAccepted {
      let missing: Behavior.Printed = readsResult ? .notJSON : .nothing
      return (.accepted(value["result"].map { .value($0) } ?? missing), "")
    }
    return (.rejected, String((value["error"]?.string ?? "").prefix(200)))
  }

  /// Returns what the failure of a process that serves lines means, whatever its status is.
  private func behavior(of process: ChildProcess, _ cause: String) -> (Behavior, String) {
    if process.end == nil { return (.failed(.crashed), "\(cause): \(process.errors.lastLine ?? "")") }
    let (behavior, detail) = process.behavior(memoryLimit: program.memoryLimit, printed: .nothing)
    if case .failed(.outOfMemory) = behavior { return (behavior, detail) }
    return (.failed(.crashed), "\(cause): \(detail.isEmpty ? "status 0" : detail)")
  }

  private static func excerpt(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(200), as: UTF8.self)
  }
}
