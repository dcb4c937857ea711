internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// What a program has done with the inputs of a format.
struct RunReport: Sendable {
  let format: Corpus.Format
  let program: ParserProgram
  let jobCount: Int
  let seconds: Double
  let inputs: [JudgedInput]
  private let byDeviation: [Deviation: [JudgedInput]]

  init(
    _ format: Corpus.Format, _ program: ParserProgram, jobCount: Int, seconds: Double, inputs: [JudgedInput]
  ) {
    (self.format, self.program, self.jobCount) = (format, program, jobCount)
    (self.seconds, self.inputs) = (seconds, inputs)
    var byDeviation: [Deviation: [JudgedInput]] = [:]
    for input in inputs {
      if let deviation = input.deviation { byDeviation[deviation, default: []].append(input) }
    }
    self.byDeviation = byDeviation
  }

  /// The inputs with a deviation, in order.
  func inputs(with deviation: Deviation) -> [JudgedInput] { byDeviation[deviation] ?? [] }

  /// The number of inputs with any deviation.
  var deviatingCount: Int { inputs.count { $0.deviation != nil } }

  /// The summary, in one line.
  var summary: String {
    let time = QuantityText.decimal(seconds, places: 1)
    let jobs = jobCount == 1 ? "1 job" : "\(jobCount) jobs"
    let count = inputs.count == 1 ? "1 input" : "\(inputs.count) inputs"
    return "\(format.rawValue): \(count) in \(time) s with \(jobs), "
      + (deviatingCount == 0 ? "all as expected" : "\(deviatingCount) deviating")
  }
}

extension RunReport {
  /// The table for a terminal: the number of inputs with each deviation, their names and rules, and the summary.
  var table: String {
    let counts = Deviation.allCases.map { ["\(inputs(with: $0).count)", $0.title] }
    var text = TextTable(rows: counts, numberColumns: [0]).text
    for deviation in Deviation.allCases {
      let inputs = inputs(with: deviation)
      if inputs.isEmpty { continue }
      let rows = inputs.map { [$0.entry.name, $0.entry.rule ?? "", $0.detail] }
      text += "\n\(deviation.title)\n" + TextTable(rows: rows, indentation: "  ").text
    }
    return text + "\n\(summary)\n"
  }

  /// The report as JSON, with all inputs.
  var json: JSON.Value {
    let counts = Deviation.allCases.map {
      JSON.Value.Member($0.rawValue, .number(inputs(with: $0).count))
    }
    return [
      "format": .text(format.rawValue), "command": JSON.Value(.array(program.words.map { .text($0) })),
      "jobs": .number(jobCount), "timeout": JSON.Value(program.seconds) ?? nil,
      "memory": program.memoryLimit.map { .number($0) } ?? nil, "seconds": JSON.Value(seconds) ?? nil,
      "inputCount": .number(inputs.count), "deviatingCount": .number(deviatingCount),
      "deviations": JSON.Value(.object(counts)), "inputs": JSON.Value(.array(inputs.map(Self.value))),
    ]
  }

  private static func value(_ input: JudgedInput) -> JSON.Value {
    var printed: JSON.Value?
    if case .accepted(.value(let value)) = input.observation.behavior { printed = value }
    return [
      "name": .text(input.entry.name), "verdict": .text(input.entry.verdict.rawValue),
      "rule": .text(input.entry.rule),
      "shows": .text(input.entry.shows), "byteCount": .number(input.entry.bytes.count),
      "behavior": .text(input.observation.behavior.name), "deviation": .text(input.deviation?.rawValue),
      "detail": .text(input.detail), "seconds": JSON.Value(input.observation.seconds) ?? nil,
      "result": printed ?? nil, "expected": input.entry.result ?? nil,
      "standardError": .text(input.observation.errors),
    ]
  }
}
