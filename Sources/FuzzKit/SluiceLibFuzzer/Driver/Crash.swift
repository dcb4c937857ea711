import Glibc
import SluiceFuzz

/// The output of a run that ended with a failure.
struct Crash: CustomStringConvertible {
  private static let maximumFrameCount = 12
  private let lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  /// The report of a broken property, which the run has printed, or `nil` if it ended otherwise.
  var brokenProperty: String? {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("broken: ") }) else { return nil }
    let end = lines[start...].firstIndex { $0.hasPrefix("==") } ?? lines.endIndex
    return lines[start..<end].joined(separator: "\n")
  }

  /// The cause in a line, such as `Fatal error: Index out of range`.
  var cause: String { CrashText.cause(in: lines) ?? lines.last ?? "no output" }

  /// Whether the output states a cause.
  var endsWithCause: Bool { brokenProperty != nil || CrashText.cause(in: lines) != nil }

  /// Returns the number of inputs that the output says were run to their end.
  ///
  /// The target may have written before on the same line.
  static func executedCount(_ lines: [String]) -> Int { lines.count { $0.contains("Executed ") } }

  /// Whether the output of a search, of a process or of several, says that it was over.
  static func isFinished(_ lines: [String]) -> Bool {
    lines.contains { $0.contains("Done ") && $0.contains(" runs in ") || $0.contains("INFO: exiting: ") }
  }

  /// Returns the cause of a run that printed none.
  static func text(of end: ChildProcess.End) -> String {
    switch end {
    case .exited(let code): "the target ended the process, with exit(\(code))"
    case .signal(SIGSTOP): "the target stopped the process"
    case .signal(SIGKILL): "Killed"
    case .signal(let number): "signal \(number)"
    case .late: "timeout after 45 seconds: the target blocks the process"
    }
  }

  /// Whether the program's code was called by the generator of documents for a type.
  var isInGenerator: Bool { lines.contains { $0.contains("AnswerSession") } }

  /// The calls of the program's code, and of libraries without line numbers, the innermost first.
  var stack: [String] { lines.compactMap(Self.frame).prefix(Self.maximumFrameCount).map(\.self) }

  /// Returns the function and the place of a line such as `    #3 0x55 in function /folder/file.swift:line:column`.
  ///
  /// The result is `nil` for other lines, and for functions of the runtime, the sanitizer, and the kit.
  private static func frame(_ line: String) -> String? {
    let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 3)
    guard words.count == 4, words[0].hasPrefix("#"), Int(words[0].dropFirst()) != nil, words[2] == "in" else {
      return nil
    }
    let parts = words[3].split(separator: " ")
    guard
      let symbol = parts.first, let place = parts.last, parts.count > 1,
      place.contains(":") || words[3].contains(".so"),
      !hidden.contains(where: { words[3].contains($0) })
    else { return nil }
    let name = Symbols.demangled(
      parts.count == 2 ? String(symbol) : parts.dropLast().joined(separator: " "))
    guard !hidden.contains(where: { name.contains($0) }) else { return nil }
    return "\(name) at \(place)"
  }

  /// What the functions of the runtime, the sanitizer, and the kit have in their names or places.
  private static let hidden = [
    "SluiceFuzz.", "SluiceLibFuzzer.", "SluiceFuzz/", "SluiceLibFuzzer/", "fuzzer::", "__asan",
    "__interceptor",
    "__sanitizer", "pthread_kill", "raise ", "abort ", "__assert_fail", "swift_", "Swift runtime failure",
    "<compiler-generated>", "<stdin>", "csu/",
    "compiler-rt",
  ]

  /// The broken property, or the cause and the calls that led to it.
  var description: String {
    brokenProperty ?? ([cause] + stack.map { "  \($0)" }).joined(separator: "\n")
  }

  /// Whether the input took too long, which may be because of the sanitizer.
  var isAboutTime: Bool {
    brokenProperty.map { WorkTime.isSubject(of: $0.prefix { !$0.isNewline }) }
      ?? cause.contains("timeout after ")
  }

  /// The same text for inputs that fail at the same place.
  var key: String {
    if let property = brokenProperty { return property.prefix { !$0.isNewline }.filter { !$0.isNumber } }
    // A recursion ends in any of the calls that repeat.
    if cause.contains("stack-overflow") { return Set(stack).sorted().joined(separator: "\n") }
    let top = stack.prefix(3)
    guard top.isEmpty else { return top.joined(separator: "\n") }
    return cause.split(separator: " ").filter { !$0.hasPrefix("0x") }.joined(separator: " ").filter {
      !$0.isNumber
    }
  }
}
