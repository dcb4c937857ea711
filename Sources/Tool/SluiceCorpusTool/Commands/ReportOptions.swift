internal import ArgumentParser
internal import Sluice
internal import SluiceTool

/// The options of the commands that write a report.
struct ReportOptions: ParsableArguments {
  /// The values of `--format`.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, html
  }

  @Option(
    help: """
      The report: text (a table of the inputs that deviate), json (all inputs), junit (for its readers), or html \
      (a page that shows each input that deviates).
      """)
  var format = Format.text

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp(
      "The file to write the report to. The table is printed on standard output, too.", valueName: "file"))
  var output: String?

  /// Writes a report to the file that was opened, and its table to standard output if this is another one.
  func write(_ report: CorpusReport, to file: OutputFile) throws {
    let bytes: [UInt8] =
      switch format {
      case .text: Array(report.table.utf8)
      case .json: report.json.line
      case .junit: Array(report.junit.utf8)
      case .html: Array(report.html.utf8)
      }
    try file.write(bytes)
    try file.commit()
    if output != nil { try OutputFile(nil).write(Array(report.table.utf8)) }
  }
}
