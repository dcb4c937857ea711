internal import ArgumentParser
internal import Sluice

extension PutPartsCommand {
  struct Finish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "finish",
      abstract: "Check the results of all machines, and print the list that completes the upload.",
      usage: "sluice put-parts finish <plan> <results> ... [options]",
      discussion: """
        Each part must have been sent, with the size and the SHA-256 of the plan. A result that occurs twice counts \
        once. The results of another plan, or of two uploads, are refused.
        """)

    @Argument(help: "The plan of `sluice put-parts plan`.") var plan: String
    @Argument(help: "The files that `sluice put-parts send` has written.") var results: [String]
    @OptionGroup var list: PartListOptions

    func run() async throws {
      try checkOutputs(["-o": list.output], reading: [self.plan] + results)
      let plan = try UploadPlan(parsing: InputFile(self.plan).readAll())
      var parts = try ResultsFile.all(
        in: results, plan.resultsHeader(of: nil), parsing: UploadedPart.parts(parsing:))
      do {
        parts = try plan.complete(parts, needsETags: list.storeLimits.needsETags)
      } catch {
        throw Failure(.dataRefused, "\(error.code)", error.message)
      }
      try await list.write(parts)
    }
  }
}
