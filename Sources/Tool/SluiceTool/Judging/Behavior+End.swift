internal import Glibc
internal import Sluice

extension ChildProcess {
  /// Returns what the end of the program means.
  ///
  /// - Parameters:
  ///   - memoryLimit: The memory limit that the program has.
  ///   - printed: The result that it has printed.
  func behavior(memoryLimit: Int64?, printed: Behavior.Printed) -> (behavior: Behavior, detail: String) {
    guard let end else { return (.hung, "") }
    if end == .exited(0) { return (.accepted(printed), "") }
    let detail = end.description + (errors.lastLine.map { ": \($0)" } ?? "")
    if let memoryLimit, hasReached(memoryLimit) { return (.outOfMemory, detail) }
    switch end {
    case .exited(let status) where status < 128 && !errors.hasSanitizerReport: return (.rejected, detail)
    default: return (.crashed, detail)
    }
  }

  /// Whether the program has probably failed because of the memory limit: it has used most of that, the system has
  /// killed it, or it says so.
  private func hasReached(_ limit: Int64) -> Bool {
    let messages = [
      "out of memory", "MemoryError", "bad_alloc", "memory allocation", "Cannot allocate memory",
      "OutOfMemory",
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
  fileprivate var lastLine: String? {
    text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map {
      String($0.prefix(200))
    }
  }

  /// Whether a sanitizer has found an error, after which a program has an ordinary status.
  fileprivate var hasSanitizerReport: Bool {
    text.split(separator: "\n").contains { line in
      (line.contains("ERROR: ") || line.contains("WARNING: ")) && line.contains("Sanitizer: ")
    }
  }
}
