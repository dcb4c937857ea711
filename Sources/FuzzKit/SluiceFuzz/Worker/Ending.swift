/// How a process ended while it had a request.
struct Ending {
  /// The status, as `waitpid` returns it, or `nil` if it is unknown.
  let status: CInt?
  /// The return addresses of its stack, the innermost first, if a signal ended it.
  let addresses: [UInt]
  /// The last 64 KiB of its standard error.
  let errors: String
  /// What it had recorded last.
  let recorded: [UInt8]?

  /// The cause in a line, such as `Fatal error: Index out of range`.
  var cause: String { stated ?? end }

  private var stated: String? {
    CrashText.cause(in: errors.split(whereSeparator: \.isNewline).map(String.init))
  }

  /// The way in which it ended.
  private var end: String {
    guard let status else { return "the process ended" }
    let signal = status & 0x7F
    if signal == 0 { return "the parser ended the process, with exit(\(status >> 8 & 0xFF))" }
    if signal == 11, isRecursive {
      return "Segmentation fault: the stack is full"
    }
    return Self.names[signal] ?? "signal \(signal)"
  }

  /// Whether most of the innermost calls are repeated.
  private var isRecursive: Bool { Set(addresses).count * 2 < addresses.count }

  private static let names: [CInt: String] = [
    4: "Illegal instruction", 5: "Trap", 6: "Aborted", 7: "Bus error", 8: "Arithmetic exception", 9: "Killed",
    11: "Segmentation fault", 31: "Bad system call",
  ]

  /// The same text for endings with the same cause in the same place, as long as this process runs.
  ///
  /// The place is the three innermost calls outside of the system's and Swift's libraries. In a recursion, these are
  /// any of those that repeat, and are left out.
  var key: String {
    let calls = isRecursive ? [] : addresses.filter { CodePlace($0)?.isInSystem == false }.prefix(3)
    // The numbers of an exit or a signal matter, and those of a message depend on the input.
    return (stated?.filter { !$0.isNumber } ?? end) + calls.map { " \($0)" }.joined()
  }
}

/// What is read from the output of a program that crashed.
package enum CrashText {
  /// Returns the cause in a line, such as `Fatal error: Index out of range`, or `nil` if the output states none.
  package static func cause(in lines: [String]) -> String? {
    for mark in marks {
      guard let line = lines.first(where: { $0.contains(mark) }), let range = line.firstRange(of: mark) else {
        continue
      }
      // Optimized code has the cause in the name of an inlined function.
      let cause = line[range.lowerBound...]
      return mark == "ERROR: "
        ? String(cause.dropFirst(mark.count)) : cause.split(separator: " /").first.map(String.init)
    }
    return nil
  }

  private static let marks = [
    "Fatal error", "Precondition failed", "Assertion failed", "Swift runtime failure: ", "ERROR: ",
  ]
}
