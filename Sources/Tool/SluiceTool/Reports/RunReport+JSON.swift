internal import Sluice
internal import SluiceFuzz

extension RunReport {
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
