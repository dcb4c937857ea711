internal import ArgumentParser
internal import Sluice
internal import SluiceFuzz

extension CorpusCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the formats, or the inputs of a format.",
      discussion: """
        For each input: its name, what a parser must do with it, the number of bytes, the rule, and what it shows.
        """)

    @Argument(help: "The format; all formats, with the numbers of inputs, by default.") var format:
      FormatName?
    @Flag(help: "Print one JSON object per line.") var json = false

    func run() throws {
      let output = try OutputFile(nil)
      if json {
        if let format {
          for entry in Corpus.inputs(format.format) { try output.write(entry.manifest.line) }
        } else {
          for format in Corpus.Format.allCases { try output.write(Self.counts(of: format).line) }
        }
      } else {
        try output.write(Array((format.map { Self.inputs(of: $0.format) } ?? Self.formats).utf8))
      }
    }

    private static func count(_ verdict: Corpus.Verdict, _ entries: [Corpus.Entry]) -> Int {
      entries.count { $0.verdict == verdict }
    }

    private static func counts(of format: Corpus.Format) -> JSON.Value {
      let entries = Corpus.inputs(format)
      return [
        "format": .text(format.rawValue), "inputs": .number(entries.count),
        "accept": .number(count(.accept, entries)),
        "reject": .number(count(.reject, entries)), "either": .number(count(.either, entries)),
      ]
    }

    private static var formats: String {
      var table = TextTable(
        rows: [["format", "inputs", "accept", "reject", "either"]], numberColumns: [1, 2, 3, 4])
      for format in Corpus.Format.allCases {
        let entries = Corpus.inputs(format)
        let verdicts: [Corpus.Verdict] = [.accept, .reject, .either]
        table.rows.append(
          [format.rawValue, "\(entries.count)"] + verdicts.map { "\(count($0, entries))" })
      }
      return table.text
    }

    private static func inputs(of format: Corpus.Format) -> String {
      var table = TextTable(rows: [["name", "verdict", "bytes", "rule", "shows"]], numberColumns: [2])
      for entry in Corpus.inputs(format) {
        table.rows.append([
          entry.name, entry.verdict.rawValue, "\(entry.bytes.count)", entry.rule ?? "", entry.shows ?? "",
        ])
      }
      return table.text
    }
  }
}
