internal import SluiceFuzz

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
}
