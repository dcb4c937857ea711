internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

extension RunReport {
  /// The report as JUnit's XML: a test case for each input. A program that crashes, hangs or takes too much memory is
  /// an error, and a wrong verdict or result is a failure.
  var junit: String {
    let errorCount = inputs.count { $0.deviation?.isFailureOfProgram == true }
    let counts =
      "tests=\"\(inputs.count)\" failures=\"\(deviatingCount - errorCount)\" errors=\"\(errorCount)\""
    let time = "time=\"\(QuantityText.decimal(seconds, places: 3))\""
    let name = "sluice corpus \(format.rawValue)"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts) \(time)>
      <testsuite name="\(MarkupText.escaped(name))" \(counts) skipped="0" \(time)>
      \(inputs.map(testCase).joined())</testsuite>
      </testsuites>

      """
  }

  private func testCase(_ input: JudgedInput) -> String {
    let name = MarkupText.escaped(input.entry.name)
    let time = QuantityText.decimal(input.observation.seconds, places: 3)
    let start = "<testcase classname=\"\(format.rawValue)\" name=\"\(name)\" time=\"\(time)\""
    guard let deviation = input.deviation else { return start + "/>\n" }
    let element = deviation.isFailureOfProgram ? "error" : "failure"
    let message = [deviation.title, input.detail].filter { !$0.isEmpty }.joined(separator: ": ")
    let lines = [
      "verdict: \(input.entry.verdict.rawValue)", input.entry.rule.map { "rule: \($0)" },
      input.entry.shows.map { "shows: \($0)" }, "input: \(HexDump.line(of: input.entry.bytes))",
      input.observation.errors.isEmpty ? nil : input.observation.errors,
    ]
    let text = lines.compactMap { $0 }.joined(separator: "\n")
    return """
      \(start)>
      <\(element) type="\(deviation.rawValue)" message="\(MarkupText.escaped(message))">\(MarkupText.escaped(text))</\(element)>
      </testcase>

      """
  }

  /// The report as a page without scripts, which shows each input that deviates as text and as bytes.
  ///
  /// Inputs and output are hostile: all text is escaped, and the page's policy permits nothing but its own style.
  var html: String {
    let command = program.words.joined(separator: " ")
    let counts = Deviation.allCases.map { deviation in
      "<tr><td>\(inputs(with: deviation).count)</td><td>\(Self.link(to: deviation, in: self))</td></tr>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <title>\(MarkupText.escaped(format.rawValue)): \(deviatingCount) of \(inputs.count) inputs deviate</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color-scheme: light dark; }
      td { padding: 0 1em 0 0; vertical-align: top; }
      td:first-child { text-align: right; }
      dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em; margin: 0; }
      dd { margin: 0; overflow-wrap: anywhere; }
      pre { background: #8882; padding: .5em; overflow: auto; max-height: 24em; }
      article { border-top: 1px solid #8888; margin: 1em 0; }
      </style>
      </head>
      <body>
      <h1>\(MarkupText.escaped(format.rawValue))</h1>
      <p><code>\(MarkupText.escaped(command))</code></p>
      <p>\(MarkupText.escaped(summary))</p>
      <table>
      \(counts.joined())</table>
      \(Deviation.allCases.map(section).joined())</body>
      </html>

      """
  }

  private static func link(to deviation: Deviation, in report: RunReport) -> String {
    report.inputs(with: deviation).isEmpty
      ? deviation.title : "<a href=\"#\(deviation.rawValue)\">\(deviation.title)</a>"
  }

  private func section(_ deviation: Deviation) -> String {
    let inputs = inputs(with: deviation)
    if inputs.isEmpty { return "" }
    return """
      <section id="\(deviation.rawValue)">
      <h2>\(deviation.title)</h2>
      \(inputs.map(Self.article).joined())</section>

      """
  }

  /// The number of bytes of an input that are shown.
  private static let maximumShownByteCount = 4096

  private static func article(_ input: JudgedInput) -> String {
    let entry = input.entry
    let expected = entry.result.map {
      String(decoding: $0.bytes(formatting: .withoutEscapingSlashes), as: UTF8.self)
    }
    let rows: [(String, String?)] = [
      ("Verdict", entry.verdict.rawValue), ("Rule", entry.rule), ("Shows", entry.shows),
      ("Content type", entry.contentType), ("Behavior", input.observation.behavior.name),
      ("Detail", input.detail.isEmpty ? nil : input.detail),
      ("Expected result", input.deviation == .otherResult ? expected : nil),
      ("Seconds", QuantityText.decimal(input.observation.seconds, places: 3)),
    ]
    let list = rows.compactMap { name, text in
      text.map { "<dt>\(name)</dt><dd>\(MarkupText.escaped(Self.excerpt($0)))</dd>\n" }
    }
    let shown = entry.bytes.prefix(maximumShownByteCount)
    let size =
      shown.count < entry.bytes.count ? "the first \(shown.count) of \(entry.bytes.count)" : "\(shown.count)"
    return """
      <article>
      <h3>\(MarkupText.escaped(entry.name))</h3>
      <dl>
      \(list.joined())</dl>
      <p>Input, \(size) bytes:</p>
      <pre>\(MarkupText.escaped(String(decoding: shown, as: UTF8.self)))</pre>
      <pre>\(MarkupText.escaped(HexDump.rows(of: shown)))</pre>
      \(standardError(input.observation.errors))</article>

      """
  }

  private static func standardError(_ text: String) -> String {
    text.isEmpty ? "" : "<p>Standard error:</p>\n<pre>\(MarkupText.escaped(text))</pre>\n"
  }

  private static func excerpt(_ text: String) -> String {
    text.utf8.count > 4096 ? text.prefix(4096) + "…" : text
  }
}
