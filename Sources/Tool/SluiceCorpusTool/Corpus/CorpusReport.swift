internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// A report on the inputs of a format that a program or a server was given.
struct CorpusReport: Sendable {
  let format: Corpus.Format
  /// The program with its arguments, or the URL of the server.
  let subject: String
  /// The words of the command that repeats all inputs. Those after `--` come last.
  let command: [String]
  /// What the report as JSON says beside the results.
  let settings: [JSON.Value.Member]
  /// What is counted: inputs or forms.
  let noun: String
  let jobCount: Int
  let seconds: Double
  let inputs: [JudgedInput]
  /// The checks after all inputs.
  let checks: [JudgedInput]
  /// The deviations that the subject can have, in the order of the report.
  let deviations: [Deviation]
  /// The counts at the top of the table. Defaults to those of the deviations.
  let counts: [(count: Int, name: String)]
  /// Lines about the subject as a whole, such as its memory.
  let remarks: [String]
  private let byDeviation: [Deviation: [JudgedInput]]

  init(
    _ format: Corpus.Format, subject: String, command: [String], settings: [JSON.Value.Member],
    noun: String = "input",
    jobCount: Int, seconds: Double, inputs: [JudgedInput], checks: [JudgedInput] = [],
    deviations: [Deviation],
    counts: [(count: Int, name: String)]? = nil, remarks: [String] = []
  ) {
    (self.format, self.subject, self.command, self.settings) = (format, subject, command, settings)
    (self.noun, self.jobCount, self.seconds) = (noun, jobCount, seconds)
    (self.inputs, self.checks) = (inputs, checks)
    var byDeviation: [Deviation: [JudgedInput]] = [:]
    for input in inputs + checks {
      if let deviation = input.deviation { byDeviation[deviation, default: []].append(input) }
    }
    (self.deviations, self.byDeviation, self.remarks) = (deviations, byDeviation, remarks)
    self.counts = counts ?? deviations.map { (byDeviation[$0]?.count ?? 0, $0.title) }
  }

  /// The inputs and checks with a deviation, in order.
  func inputs(with deviation: Deviation) -> [JudgedInput] { byDeviation[deviation] ?? [] }

  /// The number of inputs and checks with any deviation.
  var deviatingCount: Int { (inputs + checks).count { $0.deviation != nil } }

  /// The summary, in one line.
  var summary: String {
    let time = QuantityText.decimal(seconds, places: 1)
    let jobs = jobCount == 1 ? "1 job" : "\(jobCount) jobs"
    let count = "\(inputs.count) \(noun)\(inputs.count == 1 ? "" : "s")"
    return "\(format.rawValue): \(count) in \(time) s with \(jobs), "
      + (deviatingCount == 0 ? "all as expected" : "\(deviatingCount) deviating")
  }

  /// The command that repeats an input, for a shell.
  func commandToRepeat(_ input: JudgedInput) -> String {
    let end = command.firstIndex(of: "--") ?? command.endIndex
    return (command[..<end] + input.patterns.flatMap { ["--only", $0] } + command[end...])
      .map(ShellWord.quoted).joined(separator: " ")
  }
}

extension CorpusReport {
  /// The table for a terminal: the counts, the names and rules of the inputs with each deviation, and the summary.
  var table: String {
    var text = TextTable(rows: counts.map { ["\($0.count)", $0.name] }, numberColumns: [0]).text
    for deviation in deviations {
      let inputs = inputs(with: deviation)
      if inputs.isEmpty { continue }
      let rows = inputs.map { [$0.name, $0.entry.rule ?? "", $0.detail] }
      text += "\n\(deviation.title)\n" + TextTable(rows: rows, indentation: "  ").text
    }
    return text + "\n" + TextTable(rows: (remarks + [summary]).map { [$0] }).text
  }

  /// The report as JSON, with all inputs.
  var json: JSON.Value {
    let deviationCounts = deviations.map {
      JSON.Value.Member($0.rawValue, .number(inputs(with: $0).count))
    }
    let results: [JSON.Value.Member] = [
      .init("jobs", .number(jobCount)), .init("seconds", JSON.Value(seconds) ?? nil),
      .init("inputCount", .number(inputs.count)), .init("deviatingCount", .number(deviatingCount)),
      .init("deviations", JSON.Value(.object(deviationCounts))),
      .init("inputs", JSON.Value(.array(inputs.map(value)))),
    ]
    let checks = checks.isEmpty ? [] : [JSON.Value.Member("checks", JSON.Value(.array(checks.map(value))))]
    return JSON.Value(.object([.init("format", .text(format.rawValue))] + settings + results + checks))
  }

  private func value(_ input: JudgedInput) -> JSON.Value {
    var printed: JSON.Value?
    if case .accepted(.value(let value)) = input.observation.behavior { printed = value }
    return [
      "name": .text(input.name), "verdict": .text(input.entry.verdict.rawValue),
      "rule": .text(input.entry.rule),
      "shows": .text(input.entry.shows), "byteCount": .number(input.entry.bytes.count),
      "behavior": .text(input.observation.behavior.name), "deviation": .text(input.deviation?.rawValue),
      "detail": .text(input.detail), "seconds": JSON.Value(input.observation.seconds) ?? nil,
      "result": printed ?? nil, "expected": input.entry.result ?? nil,
      "standardError": .text(input.observation.errors),
      "commandToRepeat": .text(input.deviation == nil ? nil : commandToRepeat(input)),
    ]
  }
}

/// Words of commands.
enum ShellWord {
  /// Returns the word as a shell reads it: in quotation marks, unless it has ordinary characters only.
  static func quoted(_ word: String) -> String {
    let isOrdinary = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./:=,+@%{}".utf8.contains(byte)
      }
    }
    return isOrdinary && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
