internal import Sluice
internal import SluiceFuzz

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
