internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// Gives many inputs to one process, which reads a line of JSON for each and replies with one.
///
/// ```
/// {"file":"/tmp/…/empty-array","contentType":null}
/// {"accepted":true,"result":[]}
/// ```
final class LineServer: InputRunner {
  private let program: ParserProgram
  private let isStopped: @Sendable () -> Bool
  private var process: ChildProcess?

  static let maximumReplyByteCount = 16 << 20
  /// More than the depth of any result of the corpus.
  static let maximumDepth = 2048

  init(_ program: ParserProgram, isStopped: @escaping @Sendable () -> Bool) {
    (self.program, self.isStopped) = (program, isStopped)
  }

  func run(_ entry: Corpus.Entry, at path: String) throws -> Observation {
    let line: JSON.Value = ["file": .text(path), "contentType": .text(entry.contentType)]
    while true {
      let (process, isNew) = try currentProcess()
      let start = ContinuousClock.now
      // If the program has ended, the error is found below.
      try? process.write(line: line.line)
      var reply: [UInt8]?
      let isInTime = process.wait(atMost: program.seconds, isStopped: isStopped) { output in
        reply = output.takeLine()
        return reply != nil || output.isOverLimit
      }
      // The rest of the output of a program that has ended may have the reply.
      reply = reply ?? process.output.takeLine()
      if !isInTime, isStopped() { throw CancellationError() }

      let outcome: (behavior: Behavior, detail: String)
      if let reply {
        outcome = Self.behavior(reply)
      } else if process.end != nil {
        // It may have ended regularly before it got this input.
        if !isNew, process.end == .exited(0) { continue }
        outcome = Self.behavior(without: process, memoryLimit: program.memoryLimit)
      } else if isInTime {
        outcome = (.failed(.unusableReply), "a line of more than \(Self.maximumReplyByteCount) bytes")
      } else {
        outcome = (.failed(.hung), "no reply after \(program.seconds) s")
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      switch outcome.behavior {
      case .accepted, .rejected: break
      default: self.process = nil
      }
      return Observation(
        behavior: outcome.behavior, detail: outcome.detail, seconds: seconds, errors: process.errors.text)
    }
  }

  /// Returns a process that waits for a line.
  private func currentProcess() throws -> (ChildProcess, isNew: Bool) {
    if let process, !process.hasEnded() {
      process.errors.removeAll()
      CapturedOutput.readOnce(from: [process.output], waitingAtMost: 0)
      // More than one line for an input would be taken for replies to the next ones.
      if process.output.bytes.isEmpty { return (process, false) }
    }
    let new = try ChildProcess(
      program.words(path: nil, contentType: nil), input: .lines, contentType: nil,
      keepingOutputUpTo: Self.maximumReplyByteCount)
    process = new
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
  private static func behavior(without process: ChildProcess, memoryLimit: Int64?) -> (Behavior, String) {
    let (behavior, detail) = process.behavior(memoryLimit: memoryLimit, printed: .nothing)
    if case .failed(.outOfMemory) = behavior { return (behavior, detail) }
    return (.failed(.crashed), "ended without a reply: \(detail.isEmpty ? "status 0" : detail)")
  }
}
