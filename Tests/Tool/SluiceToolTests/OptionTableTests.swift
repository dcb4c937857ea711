import FoundationEssentials
import Sluice
import SluiceTestSupport
import Testing

/// The tables of options in the article about the tool, which are made from its help.
///
/// With `SLUICE_WRITE_TABLES=1` in the environment, the test writes them.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct OptionTableTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Client/Sluice/Sluice.docc/CommandLineTool.md").standardized

  @Test func `the tables of the article are those of the help`() throws {
    // A table is between a line `<!-- options: upload -->` and a line `<!-- end -->`.
    let start = #/<!-- options: ([a-z -]+) -->/#
    let root = try Command.root()
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    var lines: [Substring] = []
    var names: [String] = []
    var isInTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "<!-- end -->" { isInTable = false }
      if !isInTable { lines.append(line) }
      if let match = line.wholeMatch(of: start) {
        isInTable = true
        names.append(String(match.1))
        lines += try root.table(of: String(match.1)).split(separator: "\n")
      }
    }
    let expected = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["SLUICE_WRITE_TABLES"] == "1" {
      try expected.write(to: Self.article, atomically: true, encoding: .utf8)
    } else {
      #expect(text == expected, "SLUICE_WRITE_TABLES=1 writes the tables")
    }
    // Each command that has options has a table.
    #expect(Set(root.commandsWithOptions).subtracting(names) == [])
    #expect(names.count > 20)
  }
}

/// A command of the tool, as its option `--experimental-dump-help` describes it.
private struct Command: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let shouldDisplay: Bool

    /// The first cell of a row: the names, and the name of the value.
    var title: String {
      guard let names else { return "`<\(valueName ?? "")>`" }
      let (long, short) = (names.filter { $0.kind == "long" }, names.filter { $0.kind != "long" })
      let spellings = short.map { "-" + $0.name } + long.map { "--" + $0.name }
      let value = kind == "option" ? " <\(valueName ?? "")>" : ""
      return spellings.map { $0 == spellings.last ? "`\($0)\(value)`" : "`\($0)`" }.joined(separator: ", ")
    }

    var row: String {
      var text = (abstract ?? "").replacing("\n", with: " ")
      if let defaultValue, !text.contains("efault") { text += " Defaults to \(defaultValue)." }
      let cells = [title, text].map { $0.replacing("|", with: "\\|") }
      return "| \(cells[0]) | \(cells[1]) |"
    }

    var isHelp: Bool { names?.contains { ["help", "version"].contains($0.name) } ?? false }
  }

  let commandName: String
  let subcommands: [Command]?
  let arguments: [Argument]?

  static func root() throws -> Command {
    struct Help: Decodable { let command: Command }
    let outcome = try sluice("--experimental-dump-help")
    outcome.expectSuccess()
    return try JSON.Decoder().decode(Help.self, from: outcome.output).command
  }

  /// What can be given to the command, apart from the options that all commands have.
  var shown: [Argument] { (arguments ?? []).filter { $0.shouldDisplay && !$0.isHelp } }

  /// The commands below this one, by the words that call them.
  var all: [(name: String, command: Command)] {
    (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
      [(command.commandName, command)]
        + command.all.map { ("\(command.commandName) \($0.name)", $0.command) }
    }
  }

  var commandsWithOptions: [String] { all.filter { !$0.command.shown.isEmpty }.map(\.name) }

  /// The rows of the options that all commands have that transfer data.
  var commonRows: [String] {
    let transfers = ["upload", "request", "download files", "upload-parts upload", "upload-files"]
    let rows = all.filter { transfers.contains($0.name) }.map { $0.command.shown.map(\.row) }
    return rows.first?.filter { row in rows.allSatisfy { $0.contains(row) } } ?? []
  }

  /// Returns the table of a command without the common options, or that of them for `all transfers`.
  func table(of name: String) throws -> String {
    let common = commonRows
    let rows: [String]
    if name == "all transfers" {
      rows = common
    } else {
      let command = try #require(all.first { $0.name == name }?.command, "\(name)")
      let all = command.shown.map(\.row)
      // A command with only some of the common options lists them, too.
      rows = common.allSatisfy(all.contains) ? all.filter { !common.contains($0) } : all
    }
    return (["| option | meaning |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}
