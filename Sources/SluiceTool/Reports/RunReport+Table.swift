internal import Sluice
internal import SluiceFuzz
internal import SluiceSupport

extension RunReport {
  /// The table for a terminal: the number of inputs with each deviation, their names and rules, and the summary.
  var table: String {
    var lines = Deviation.allCases.map { deviation in
      let count = "\(inputs(with: deviation).count)"
      return Self.padded(count, to: 6, atEnd: false) + "  " + deviation.title
    }
    for deviation in Deviation.allCases {
      let inputs = inputs(with: deviation)
      if inputs.isEmpty { continue }
      lines += ["", deviation.title]
      let nameWidth = Self.width(of: inputs.map(\.entry.name))
      let ruleWidth = Self.width(of: inputs.map { $0.entry.rule ?? "" })
      for input in inputs {
        let columns = [
          Self.padded(input.entry.name, to: nameWidth), Self.padded(input.entry.rule ?? "", to: ruleWidth),
          input.detail,
        ]
        lines.append("  " + columns.filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
    lines += ["", summary]
    return lines.map { Self.withoutEnd($0.escapingControls) + "\n" }.joined()
  }

  private static func width(of texts: [String]) -> Int { min(texts.map(\.count).max() ?? 0, 60) }

  private static func padded(_ text: String, to width: Int, atEnd: Bool = true) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return atEnd ? text + blanks : blanks + text
  }

  private static func withoutEnd(_ line: String) -> Substring {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return line
  }
}
