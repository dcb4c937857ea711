internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

extension CorpusReport {
  /// The report as JUnit's XML: a test case for each input and check. A program that crashes, hangs or takes too much
  /// memory is an error, as is a server that fails, and a wrong verdict or result is a failure.
  var junit: String {
    let cases = inputs + checks
    let errorCount = cases.count { $0.deviation?.isFailure == true }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(deviatingCount - errorCount)\" errors=\"\(errorCount)\""
    let time = "time=\"\(QuantityText.decimal(seconds, places: 3))\""
    let name = "sluice corpus \(format.rawValue)"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts) \(time)>
      <testsuite name="\(MarkupText.escaped(name))" \(counts) skipped="0" \(time)>
      \(cases.map(testCase).joined())\(output)</testsuite>
      </testsuites>

      """
  }

  /// The remarks, as the output of the suite.
  private var output: String {
    if remarks.isEmpty { return "" }
    return "<system-out>\(MarkupText.escaped(remarks.joined(separator: "\n")))</system-out>\n"
  }

  private func testCase(_ input: JudgedInput) -> String {
    let name = MarkupText.escaped(input.name)
    let time = QuantityText.decimal(input.observation.seconds, places: 3)
    let start = "<testcase classname=\"\(format.rawValue)\" name=\"\(name)\" time=\"\(time)\""
    guard let deviation = input.deviation else { return start + "/>\n" }
    let element = deviation.isFailure ? "error" : "failure"
    let message = [deviation.title, input.detail].filter { !$0.isEmpty }.joined(separator: ": ")
    let lines = [
      "verdict: \(input.entry.verdict.rawValue)", input.entry.rule.map { "rule: \($0)" },
      input.entry.shows.map { "shows: \($0)" }, "input: \(HexDump.line(of: input.entry.bytes))",
      "to repeat: \(commandToRepeat(input))",
      input.observation.errors.isEmpty ? nil : input.observation.errors,
    ]
    let text = lines.compactMap { $0 }.joined(separator: "\n")
    return """
      \(start)>
      <\(element) type="\(deviation.rawValue)" message="\(MarkupText.escaped(message))">\(MarkupText.escaped(text))</\(element)>
      </testcase>

      """
  }
}
