internal import ArgumentParser
internal import Sluice
internal import SluiceFuzz

struct CorpusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Inputs of real formats with verdicts, to attack any parser or server.",
    subcommands: [List.self, Show.self, Export.self, Run.self, Send.self])
}

/// The name of a format, as an argument.
struct FormatName: ExpressibleByArgument {
  let format: Corpus.Format

  init?(argument: String) {
    guard let format = Corpus.Format(rawValue: argument) else { return nil }
    self.format = format
  }

  static let allValueStrings = Corpus.Format.allCases.map(\.rawValue)
}
