internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// Gives inputs to a program, one at a time, on the calling thread.
///
/// A process is started for each input, unless the program serves many: it then reads a line of JSON for each from the
/// descriptor that the variable `SLUICE_LINES` names, and replies with one. The first process is offered both. If it
/// has read the line, the program serves lines.
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
  /// The process that serves lines.
  private var server: ChildProcess?

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
  /// - Throws: `SystemError` if the program cannot be started; `CancellationError`.
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
          return observation(of: process, isInTime: isInTime, since: start)
        }
      }
      // The rest of the output of a program that has ended may have the reply.
      reply = reply ?? process.output.takeLine()

      let outcome: (behavior: Behavior, detail: String)
      if let reply {
        outcome = Self.behavior(reply)
      } else if process.end != nil {
        // It may have ended regularly before it got this input.
        if !isNew, process.end == .exited(0) { continue }
        outcome = behavior(withoutReply: process)
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
    try ChildProcess(
      program.words(path: path, contentType: entry.contentType), input: program.takesPath ? nil : path,
      contentType: entry.contentType, servingLines: servingLines,
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
    if let server, !server.hasEnded() {
      server.errors.removeAll()
      CapturedOutput.readOnce(from: [server.output], waitingAtMost: 0)
      // More than one line for an input would be taken for replies to the next ones.
      if server.output.bytes.isEmpty { return (server, false) }
    }
    let new = try start(entry, at: path, servingLines: true)
    server = new
    return (new, true)
  }

  private static func behavior(_ reply: [UInt8]) -> (Behavior, String) {
    guard let value = try? JSON.Value(parsing: reply, maximumDepth: maximumDepth),
      let isAccepted = value["accepted"]?.bool
    else { return (.failed(.unusableReply), String(decoding: reply.prefix(200), as: UTF8.self)) }
    if isAccepted { return (.accepted(value["result"].map { .value($0) } ?? .nothing), "") }
    return (.rejected, String((value["error"]?.string ?? "").prefix(200)))
  }

  /// Returns what the end of a process without a reply means, whatever its status is.
  private func behavior(withoutReply process: ChildProcess) -> (Behavior, String) {
    let (behavior, detail) = process.behavior(memoryLimit: program.memoryLimit, printed: .nothing)
    if case .failed(.outOfMemory) = behavior { return (behavior, detail) }
    return (.failed(.crashed), "ended without a reply: \(detail.isEmpty ? "status 0" : detail)")
  }
}
