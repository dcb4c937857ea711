/// Tries a parser in a process of its own, so that a trap is a failure like any other.
final class Trials {
  private let subject: Subject
  private let worker: Worker?
  private let limits: Limits

  /// The time after which an input counts as one that the parser hangs with.
  struct Limits {
    /// More than a slow parser needs in a debug build.
    var whole = Duration.seconds(60)
    /// The time when that of the search is over.
    var atEnd = Duration.seconds(10)
  }

  init(of subject: Subject, limits: Limits = Limits()) throws {
    self.subject = subject
    self.limits = limits
    worker =
      subject.runsInProcess
      ? nil : try Worker { request, record in Self.answer(to: request, by: subject, recording: record) }
  }

  private static func answer(
    to request: [UInt8], by subject: Subject, recording record: ([UInt8]) -> Void
  ) -> [UInt8] {
    subject.outcome(of: Trial(Message(request)), recording: record).message.bytes
  }

  /// Tries the parser.
  ///
  /// An input with which it hangs is tried again, since a busy machine can stop a process for long.
  ///
  /// - Parameter deadline: The end of the search's time, or `nil` if it has none.
  func outcome(of trial: Trial, until deadline: ContinuousClock.Instant? = nil) throws -> Trial.Outcome {
    guard let worker else { return subject.outcome(of: trial) { _ in } }
    let request = trial.message.bytes
    var waited = Duration.zero
    var (lateCount, blockedCount) = (0, 0)
    while lateCount < 2 {
      let start = ContinuousClock.now
      let end = max(start + limits.atEnd, min(start + limits.whole, deadline ?? start + limits.whole))
      switch try worker.ask(request, until: end, mayWait: blockedCount == 3) {
      case .answer(let bytes): return Trial.Outcome(Message(bytes))
      case .ended(let ending):
        return .failed(
          Failure(
            kind: .trap, message: ending.cause, key: "trap: \(ending.key)", addresses: ending.addresses,
            recorded: ending.recorded))
      case .late:
        waited = end - start
        lateCount += 1
      case .blocked: blockedCount += 1
      }
    }
    return .failed(Failure(kind: .hang, message: "no result after \(waited.rounded)", key: "hang"))
  }
}

extension Duration {
  /// The duration in whole seconds, or in milliseconds if it is shorter.
  fileprivate var rounded: String {
    self < .seconds(1) ? "\(Int(self / .milliseconds(1))) ms" : "\(Int(self / .seconds(1))) s"
  }
}
