internal import ArgumentParser
internal import Sluice

extension DownloadCommand {
  struct Segments: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "segments", abstract: "Download some of the segments of a plan.",
      usage: "sluice download segments <plan> -o <file> [--only <numbers>] [options]",
      discussion: """
        The segments are written into one hidden file beside the file, which all machines share. Each segment that is \
        on the disk is a line of JSON, after one that says what the results belong to. With --results, the lines are \
        added to a file, and the segments that it has already are not downloaded again: after an error, or on another \
        machine, repeat the command. A file of results that has other content, or those of another plan or -o, is \
        refused and stays as it is. A file that has changed on the server since the plan was made is an error.
        """)

    @Argument(help: "The plan of `sluice download plan`.") var plan: String

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp(
        "The path of the downloaded file, in a folder that all machines see.", valueName: "path"))
    var output: String

    @Option(
      parsing: .unconditional, help: "The numbers of the segments, such as 1-200 or 7. Defaults to all.")
    var only: Numbers?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The URL of the file. Defaults to that of the plan, if it has one.", valueName: "url"))
    var url: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The file to add the results to.", valueName: "file"))
    var results: String?

    @Option(help: ArgumentHelp("The maximum number of simultaneous requests.", valueName: "segments"))
    var parallel = 4

    @OptionGroup var head: FieldOptions

    @OptionGroup var transfer: TransferOptions

    func validate() throws {
      if parallel < 1 || parallel > 1000 { throw ValidationError("--parallel takes 1 to 1000") }
      if transfer.include { throw ValidationError("-i is for a single response") }
    }

    func run() async throws {
      try checkOutputs(
        ["-o": output, "--results": self.results, "--cookie-jar": transfer.cookieJar],
        reading: [self.plan] + head.inputs + transfer.inputs)
      let plan = try DownloadPlan(parsing: InputFile(self.plan).readAll())
      guard let url = url ?? plan.url else {
        throw Failure(.usage, "no-url", "the plan has no URL, because it has a query; give it with --url")
      }
      let configuration = try transfer.resumableConfiguration()
      let session = Session(configuration)
      let request = try session.request(.get, url, fields: head.fields())
      var earlier: [DownloadedSegment] = []
      let results = try ResultsFile(results, plan.resultsHeader(at: output)) {
        earlier = try DownloadedSegment.segments(parsing: $0.bytes)
      }
      let bar = ProgressBar(transfer.progress)
      do {
        defer { bar.finish() }
        try await session.downloadSegments(
          only?.range ?? 1...plan.segmentCount, of: plan, from: request, to: output, after: earlier,
          atMost: parallel, retries: configuration.retries, didWrite: { try await results.add($0.jsonLine) },
          progress: bar.callback)
      }
      await session.invalidate()
    }
  }
}
