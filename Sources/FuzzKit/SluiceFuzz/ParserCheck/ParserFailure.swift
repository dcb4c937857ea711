/// A property of a parser that does not hold for an input.
///
/// The description has all that is needed to repeat it: the input as text and in hexadecimal, and an argument for
/// `run`.
public struct ParserFailure: Error, CustomStringConvertible, Sendable {
  /// The property that does not hold, with the values that broke it, or the cause of a trap.
  public let message: String
  /// The input, or the part of it that was repeated.
  public let input: [UInt8]
  /// The origin of the input, such as `the corpus: json/array-trailing-comma`.
  public let origin: String
  /// The calls of the code that trapped, the innermost first, such as `parse(_:) at /folder/Parser.swift:12:5`.
  ///
  /// There are none without `llvm-symbolizer` of Swift's toolchain.
  public let calls: [String]
  /// The argument of `run` that repeats the failure, as code, or `nil` for a target of a fuzzer.
  let source: String?

  /// The description has the first 1024 bytes of the input.
  public var description: String {
    // Swift Testing ends a text at a NUL.
    var lines = [message.replacing("\0", with: #"\0"#)]
    lines += calls.map { "  \($0)" }
    lines.append("\(origin), \(input.count) \(input.count == 1 ? "byte" : "bytes"):")
    lines.append(HexDump.rows(of: input.prefix(1024)) + (input.count > 1024 ? "…\n" : ""))
    if let source { lines += ["To repeat it, pass this to run:", "", "  \(source)"] }
    return lines.joined(separator: "\n")
  }
}

/// The failures of a run, one for each way in which the parser fails.
public struct ParserFailures: Error, CustomStringConvertible, Sendable {
  /// The failures, at least one.
  public let failures: [ParserFailure]
  /// What was tried.
  public let summary: ParserSummary

  /// The descriptions of all failures.
  public var description: String {
    failures.map(\.description).joined(separator: "\n\n")
      + "\n\n\(failures.count) \(failures.count == 1 ? "failure" : "failures"): \(summary)"
      + (failures.count < ParserRun.maximumFailureCount
        ? "" : "\nA search ends with \(ParserRun.maximumFailureCount) failures, or does not begin.")
  }
}

/// What a run of a ``ParserCheck`` has tried.
public struct ParserSummary: CustomStringConvertible, Sendable {
  /// The number of inputs that were tried, without those of the search for smaller ones.
  public internal(set) var inputCount = 0
  /// The number of inputs that the parser accepted, or `nil` if none passed that says so.
  public internal(set) var acceptedCount: Int?
  /// The number of inputs that failed in a known way.
  public internal(set) var knownFailureCount = 0

  /// The numbers in a line.
  public var description: String {
    "\(inputCount) \(inputCount == 1 ? "input" : "inputs")"
      + (acceptedCount.map { ", \($0) accepted" } ?? "")
      + (knownFailureCount > 0 ? ", \(knownFailureCount) failed in a known way" : "")
  }
}

extension Trial {
  /// The argument of `run` that tries the same, as code.
  var source: String? {
    switch self {
    case .input(let bytes, let contentType, let verdict):
      let type = contentType.map { ", contentType: \($0.debugDescription)" } ?? ""
      let verdict = verdict == .either ? "" : ", verdict: .\(verdict)"
      return ".input(\(SwiftLiteral.of(bytes))\(type)\(verdict))"
    case .growth(let pump):
      let start = pump.start.isEmpty ? "" : ", after: \(SwiftLiteral.of(pump.start))"
      let end = pump.end.isEmpty ? "" : ", before: \(SwiftLiteral.of(pump.end))"
      return ".repeating(\(SwiftLiteral.of(pump.unit))\(start)\(end))"
    case .entry, .choices: return nil
    }
  }
}
