import FoundationEssentials
import SluiceFuzz

/// Searches of all targets, one after the other, within one time.
struct Campaign {
  private let targets: [FuzzTarget]
  private let options: Options

  init(_ targets: [FuzzTarget], _ options: Options) {
    self.targets = targets
    self.options = options
  }

  /// Searches, prints a table in Markdown, and writes a report of JUnit if the options name a file.
  ///
  /// - Returns: Whether all targets were run and nothing was found.
  func run() throws -> Bool {
    let minutes = options["minutes"].flatMap { Double($0) } ?? 10
    let seconds = max(1, Int(minutes * 60) / max(1, targets.count))
    var results: [(name: String, result: SearchResult, seconds: Double)] = []
    for target in targets {
      let start = ContinuousClock.now
      let result = try Driver(target, options.setting("time", to: "\(seconds)")).search()
      results.append((target.name, result, (.now - start) / .seconds(1)))
    }
    Standard.output.print(Self.table(of: results.map { ($0.name, $0.result) }))
    if let file = options["junit"] {
      try Data(Self.report(of: results).utf8).write(to: URL(filePath: file), options: .atomic)
    }
    return results.allSatisfy(\.result.isSuccess)
  }

  static func table(of results: [(name: String, result: SearchResult)]) -> String {
    let rows = results.map { name, result in
      "| \(name) | \(result.runCount) | \(result.inputCount) | \(result.edgeCount) | \(result.knownCount) | "
        + "\(result.error ?? "\(result.failures.count)") |"
    }
    return
      (["", "| target | runs | inputs | edges | known | failures |", "|---|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  static func report(of results: [(name: String, result: SearchResult, seconds: Double)]) -> String {
    let cases = results.map { name, result, seconds in
      let failures = result.failures.map { failure in
        let message = String(failure.prefix { !$0.isNewline })
        return "<failure message=\"\(MarkupText.escaped(message))\">\(MarkupText.escaped(failure))</failure>"
      }
      let error = result.error.map { "<error message=\"\(MarkupText.escaped($0))\"/>" } ?? ""
      let time = Double(Int(seconds * 1000)) / 1000
      return
        "  <testcase classname=\"fuzz\" name=\"\(MarkupText.escaped(name))\" time=\"\(time)\">"
        + "\(failures.joined())\(error)</testcase>"
    }
    let failing = results.count { !$0.result.failures.isEmpty }
    let untried = results.count { $0.result.error != nil }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="fuzz" tests="\(results.count)" failures="\(failing)" errors="\(untried)">
      \(cases.joined(separator: "\n"))
      </testsuite>

      """
  }
}
