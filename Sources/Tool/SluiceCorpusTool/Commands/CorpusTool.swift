internal import ArgumentParser
internal import SluiceTool

/// The tool with all of its commands.
@main
struct CorpusTool: AsyncParsableCommand {
  static let configuration = CorpusProgram.configuration(with: [CorpusCommand.self, FuzzCommand.self])

  static func main() { Program.main(Self.self) }
}
