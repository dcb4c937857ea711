internal import Glibc
internal import Sluice
internal import SluiceTool

/// The behavior of a program or a server with an input.
enum Behavior: Sendable {
  case accepted(Printed)
  case rejected
  /// It has done neither: a deviation, whatever the input requires.
  case failed(Deviation)

  /// The result that a program has printed.
  enum Printed: Sendable {
    /// No result was asked for, or none was printed.
    case nothing
    case value(JSON.Value)
    /// The output is not a JSON document, or has no result.
    case notJSON
  }

  /// The name in reports.
  var name: String {
    switch self {
    case .accepted: "accepted"
    case .rejected: "rejected"
    case .failed(let deviation): deviation.rawValue
    }
  }
}

/// An observation of a program or a server with an input.
struct Observation: Sendable {
  var behavior: Behavior
  /// The end of the program, or the reply, in a few words. Empty if a program has accepted the input.
  var detail: String
  let seconds: Double
  /// The program's standard error: the start and the end, if it is longer than 16 KiB.
  let errors: String
}

extension ChildProcess {
  /// Returns what the end of the program means.
  ///
  /// - Parameters:
  ///   - memoryLimit: The memory limit that the program has.
  ///   - printed: The result that it has printed.
  func behavior(memoryLimit: Int64?, printed: Behavior.Printed) -> (behavior: Behavior, detail: String) {
    guard let end else { return (.failed(.hung), "") }
    if end == .exited(0), !errors.hasSanitizerReport { return (.accepted(printed), "") }
    let detail = end.description + (errors.lastLine.map { ": \($0)" } ?? "")
    if let memoryLimit, end != .exited(0), hasReached(memoryLimit) { return (.failed(.outOfMemory), detail) }
    switch end {
    case .exited(let status) where status < 128 && !errors.hasSanitizerReport: return (.rejected, detail)
    default: return (.failed(.crashed), detail)
    }
  }

  /// Whether the program has probably failed because of the memory limit: it has used most of that, the system has
  /// killed it, or it says so.
  private func hasReached(_ limit: Int64) -> Bool {
    let messages = [
      "out of memory", "MemoryError", "bad_alloc", "memory allocation", "Cannot allocate memory",
      "OutOfMemory", "failed to map segment",
    ]
    return peakMemory >= limit / 5 * 4 || end == .killed(by: SIGKILL)
      || messages.contains { errors.text.contains($0) }
  }
}

extension ChildProcess.End: CustomStringConvertible {
  /// The end in words, such as `status 1` or `killed by SIGSEGV`.
  var description: String {
    switch self {
    case .exited(let status):
      if status > 128, let name = Self.signalNames[status - 128] {
        "status \(status) (\(name))"
      } else {
        "status \(status)"
      }
    case .killed(let signal): "killed by \(Self.signalNames[signal] ?? "signal \(signal)")"
    }
  }

  private static let signalNames: [CInt: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV",
    SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    SIGSYS: "SIGSYS",
  ]
}

extension CapturedOutput {
  /// The last line that is not blank.
  var lastLine: String? {
    text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map {
      String($0.prefix(200))
    }
  }
}
