internal import ArgumentParser
internal import Sluice

extension DownloadCommand {
  struct Finish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "finish", abstract: "Check the segments of all machines, and give the file its name.",
      usage: "sluice download finish <plan> <results> ... -o <file> [options]",
      discussion: """
        Each segment must have been written, with its size. The file is read on all processors, and compared with the \
        SHA-256 of the segments or, if it is known, of the whole file. A result that occurs twice counts once.
        """)

    @Argument(help: "The plan of `sluice download plan`.") var plan: String
    @Argument(help: "The files with the lines of `sluice download segments`.") var results: [String]

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp(
        "The path of the downloaded file, as `sluice download segments` got it.", valueName: "path"))
    var output: String

    @Option(
      parsing: .unconditional, help: ArgumentHelp("The SHA-256 that the file must have.", valueName: "hex"))
    var sha256: String?
    @Flag(help: "Do not read the file, unless --sha256 is given.") var noDigests = false

    @Option(help: "If the file exists: replace, fail, or unique (use a free name).")
    var ifExists = ExistingFile.replace

    func run() async throws {
      try checkOutputs(["-o": output], reading: [self.plan] + results)
      let plan = try DownloadPlan(parsing: InputFile(self.plan).readAll())
      let segments = try ResultsFile.all(
        in: results, plan.resultsHeader(at: output), parsing: DownloadedSegment.segments(parsing:))
      try await plan.complete(
        segments, at: output, expectedSHA256: sha256, existingFile: ifExists.policy, hashing: !noDigests)
    }
  }
}
