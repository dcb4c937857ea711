internal import ArgumentParser
internal import Sluice
internal import SluiceFuzz

extension CorpusCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print an input: its line of the manifest, and its bytes in hexadecimal digits and as text.")

    @Argument(help: ArgumentHelp("The format and the name of the input.", valueName: "format/name"))
    var input: String
    @Flag(help: "Print the bytes alone, as they are.") var raw = false

    func run() throws {
      let entry = try entry()
      let output = try OutputFile(nil)
      if raw { return try output.write(entry.bytes) }
      try output.write(entry.manifest.line)
      try output.write(Array(HexDump.rows(of: entry.bytes[...]).utf8))
    }

    private func entry() throws(Failure) -> Corpus.Entry {
      let names = input.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2, let format = Corpus.Format(rawValue: names[0]) else {
        throw Failure(.usage, "usage", "'\(input)' is not FORMAT/NAME; sluice corpus list prints the formats")
      }
      guard let entry = Corpus.inputs(format).first(where: { $0.name == names[1] }) else {
        throw Failure(
          .inputMissing, "no-input",
          "\(input): there is no such input; sluice corpus list \(names[0]) prints the names")
      }
      return entry
    }
  }
}
