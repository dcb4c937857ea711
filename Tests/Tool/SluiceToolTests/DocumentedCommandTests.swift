import FoundationEssentials
import Sluice
import SluiceTestSupport
import Testing

/// The commands in the README, the articles and the other pages, compared with those that the tool has.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DocumentedCommandTests {
  @Test func `each command and option in the documentation exists`() throws {
    let root = try Self.root()
    let pages = try Self.pages()
    var count = 0
    for (page, text) in pages {
      for line in Self.commands(in: text) {
        count += 1
        for problem in root.problems(with: line) {
          Issue.record("\(page): \(problem): sluice \(line.joined(separator: " "))")
        }
      }
    }
    #expect(count > 50)
  }

  @Test func `each option that the article about the tool mentions exists`() throws {
    let options = try Self.root().allOptions
    let article = try #require(try Self.pages()["Sources/Client/Sluice/Sluice.docc/CommandLineTool.md"])
    let mentioned = article.matches(of: /`(--[a-z0-9.-]+)/).map { String($0.1) }
    #expect(mentioned.count > 10)
    #expect(mentioned.filter { !options.contains($0) } == [])
  }

  @Test(arguments: [
    ("sluice upload URL --nothing", ["no option --nothing"]), ("sluice upload URL -Z", ["no option -Z"]),
    ("sluice cache lsit x", ["no command lsit"]),
    ("echo a | sluice query encode --sort=1 --srot", ["no option --srot"]),
    ("sluice download URL --resume \\\n  --only 1", ["no option --only"]),
    ("sluice corpus run json -- a --b", []),
    ("sluice request URL  # --only", []),
  ])
  func `a command that does not exist is found`(command: String, problems: [String]) throws {
    let root = try Self.root()
    #expect(Self.commands(in: "```sh\n\(command)\n```\n").flatMap(root.problems) == problems)
  }

  /// A command of the tool, as its option `--experimental-dump-help` describes it.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let names: [Name]?
    }

    let commandName: String
    let defaultSubcommand: String?
    let subcommands: [Command]?
    let arguments: [Argument]?

    var options: Set<String> {
      Set((arguments ?? []).flatMap { $0.names ?? [] }.map { ($0.kind == "short" ? "-" : "--") + $0.name })
    }

    var allOptions: Set<String> {
      (subcommands ?? []).reduce(into: options) { $0.formUnion($1.allOptions) }
    }

    /// What is wrong with the words after the name of the command.
    func problems(with words: some Collection<String>) -> [String] {
      let subcommands = subcommands ?? []
      if let next = subcommands.first(where: { $0.commandName == words.first }) {
        return next.problems(with: words.dropFirst())
      }
      if let next = subcommands.first(where: { $0.commandName == defaultSubcommand }) {
        return next.problems(with: words)
      }
      if !subcommands.isEmpty, let word = words.first, word.first?.isLowercase == true {
        return ["no command \(word)"]
      }
      return words.prefix { $0 != "--" }.filter { $0.wholeMatch(of: /--?[A-Za-z].*/) != nil }
        .map { String($0.prefix { $0 != "=" }) }.filter { !options.contains($0) }.map { "no option \($0)" }
    }
  }

  private static func root() throws -> Command {
    struct Help: Decodable { let command: Command }
    let outcome = try sluice("--experimental-dump-help")
    outcome.expectSuccess()
    return try JSON.Decoder().decode(Help.self, from: outcome.output).command
  }

  /// The texts of the pages by their paths.
  private static func pages() throws -> [String: String] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
      .standardized
    let files = FileManager.default
    let articles = try files.subpathsOfDirectory(atPath: package.appending(path: "Sources").path())
      .filter { $0.hasSuffix(".md") }.map { "Sources/" + $0 }
    let others = [
      "README.md", "CONTRIBUTING.md", "SECURITY.md", "Examples/Cluster/README.md", "Corpus/README.md",
    ]
    return try Dictionary(
      uniqueKeysWithValues: (articles + others).map {
        ($0, try String(contentsOf: package.appending(path: $0), encoding: .utf8))
      })
  }

  /// The words after `sluice` of each command in a block of code for a shell, or in code within a line.
  private static func commands(in text: String) -> [[String]] {
    var lines: [String] = []
    var block: String?
    for line in text.replacing("\\\n", with: " ").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        block = block == nil ? String(line) : nil
      } else if block == "```" || block == "```sh" {
        lines.append(String(line))
      }
    }
    for span in text.matches(of: /`(sluice [^`]+)`/) {
      lines.append(String(span.1.replacing("\n", with: " ")))
    }
    var commands: [[String]] = []
    for line in lines {
      let text = line.replacing(#/ +#( .*)?$/#, with: "")
      for command in text.split(whereSeparator: { "|;&".contains($0) }) {
        let words = command.split(separator: " ").map(String.init)
        if let start = words.firstIndex(of: "sluice") { commands.append(Array(words[(start + 1)...])) }
      }
    }
    return commands
  }
}
