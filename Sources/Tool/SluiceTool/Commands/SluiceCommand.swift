package import ArgumentParser
internal import Sluice

/// The root command.
///
/// Each command below states its name. The argument parser would determine it from the type at each start otherwise,
/// which took more than half of the instructions of `sluice --version`.
struct SluiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sluice",
    abstract: "Multipart uploads in constant memory, and tools for their formats.",
    discussion: """
      Exit codes: 0 done, 1 requests of an outbox have died, or a program or server deviates from the corpus, \
      64 wrong usage, 65 input data refused, 66 input file missing, unreadable or changed, \
      69 peer unreachable, 70 a bug, 74 input/output error, 75 timed out, 76 peer broke the protocol, \
      77 not allowed (an untrusted server, a redirect that is refused, a proxy that refuses), \
      78 response failed validation (any status but 2xx, also 401 and 403, another type, or no body), \
      128+N ended by the signal N, such as 130 for an interrupt.
      """,
    version: Session.version,
    subcommands: [
      DemoCommand.self, UploadCommand.self, UploadFilesCommand.self, DownloadCommand.self,
      RequestCommand.self,
      OutboxCommand.self, UploadPartsCommand.self, CacheCommand.self,
      MultipartCommand.self, CorpusProgram.Corpus.self,
      HeaderCommand.self, QueryCommand.self, JSONCommand.self, PropertyListCommand.self, GzipCommand.self,
      GunzipCommand.self, CorpusProgram.Fuzz.self,
    ])
}

/// A command that checks its arguments when the argument parser has accepted all of them.
///
/// The parser calls `validate()` before it reports an option that it does not know, whose value may look like one
/// argument too many.
package protocol CheckedCommand: ParsableCommand {
  /// Checks the arguments.
  ///
  /// - Throws: A `ValidationError`.
  mutating func check() throws
}

extension ParsableCommand {
  /// Checks that the first argument names a subcommand, if the command has any. The argument parser would report the
  /// arguments as unexpected.
  static func checkSubcommand(in arguments: ArraySlice<String>) throws(ValidationError) {
    let subcommands = configuration.subcommands
    guard let name = arguments.first, name.utf8.first != UInt8(ascii: "-"), name != "help",
      !subcommands.isEmpty, configuration.defaultSubcommand == nil
    else { return }
    if let subcommand = subcommands.first(where: { $0._commandName == name }) {
      return try subcommand.checkSubcommand(in: arguments.dropFirst())
    }
    let names = subcommands.map { $0._commandName }
    let closest = names.min { distance(name, $0) < distance(name, $1) }.flatMap {
      distance(name, $0) < 3 ? $0 : nil
    }
    // What is no word may be a URL with a password.
    let isWord = name.allSatisfy { $0.isLetter || $0 == "-" }
    throw ValidationError(
      "unknown subcommand\(isWord ? " '\(name)'" : ""); "
        + (closest.map { "did you mean '\($0)'?" } ?? "expected \(names.joined(separator: ", "))"))
  }

  /// Returns the help of the subcommand that a command runs by default, with the names of the others, if the arguments
  /// ask for the help of the command: `download --help`. The argument parser would print only the names.
  static func helpOfDefault(for arguments: [String]) -> String? {
    let isHelp = arguments.count == 2 && (arguments[0] == "help" || ["-h", "--help"].contains(arguments[1]))
    guard isHelp, let name = arguments.first(where: { $0 != "help" }),
      let command = configuration.subcommands.first(where: { $0._commandName == name }),
      let main = command.configuration.defaultSubcommand
    else { return nil }
    var table = TextTable()
    for other in command.configuration.subcommands where other != main {
      table.rows.append(["  " + other._commandName, other.configuration.abstract])
    }
    return """
      \(helpMessage(for: main))

      SUBCOMMANDS:
      \(table.text)
        'sluice help \(name) plan' has the options of a subcommand.
      """
  }

  /// Returns the number of characters to insert, remove or replace to get from one word to the other.
  private static func distance(_ word: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (index, character) in word.prefix(100).enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, expected) in other.enumerated() {
        let replaced = diagonal + (character == expected ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count]
  }
}
