internal import ArgumentParser
internal import Sluice

extension DownloadCommand {
  struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan",
      abstract: "Divide a file on a server into segments that several machines download.",
      usage: "sluice download plan <url> [options]",
      discussion: """
        Prints a line of JSON about the file, with its size and version, and one for each segment: its number, offset \
        and size. The server must support ranges, and send a strong validator. The plan has no credentials, and the \
        URL only if it has no query.
        """)

    @Argument(help: "The URL of the file.", transform: targetURL) var url: String

    @Option(
      help: ArgumentHelp(
        "The size of each segment but the last, such as 64M. Defaults to 64M, or more if there would be more than "
          + "100000 segments.", valueName: "bytes"))
    var segmentSize: ByteSize?

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp("The file to write the plan to.", valueName: "file"))
    var output: String?

    @OptionGroup var head: FieldOptions

    @OptionGroup var transfer: TransferOptions

    func validate() throws {
      if let segmentSize, segmentSize.byteCount < 1 {
        throw ValidationError("--segment-size takes at least 1 byte")
      }
      if transfer.include { throw ValidationError("-i is for a single response") }
    }

    func run() async throws {
      try transfer.checkFiles([("-o", output)], head)
      let session = Session(try transfer.configuration(head))
      let plan = try await DownloadPlan(
        dividing: session.request(.get, .init(url), fields: head.fields()), in: session,
        size: segmentSize?.byteCount)
      try OutputFile.write(plan.jsonLines, to: output)
      await session.invalidate()
    }
  }

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
        "The URL of the file. Defaults to that of the plan, if it has one.", valueName: "url"),
      transform: targetURL)
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
      try transfer.checkFiles([("-o", output), ("--results", self.results)], reading: [self.plan], head)
      try checkReplaceable(output)
      let plan = try DownloadPlan(parsing: InputFile(self.plan).readAll())
      guard let url = url ?? plan.url else {
        throw Failure(.usage, "no-url", "the plan has no URL, because it has a query; give it with --url")
      }
      let configuration = try transfer.resumableConfiguration(head)
      let session = Session(configuration)
      let request = try session.request(.get, .init(url), fields: head.fields())
      var earlier: [DownloadedSegment] = []
      let results = try ResultsFile(results, plan.resultsHeader(at: output)) {
        earlier = try DownloadedSegment.segments(parsing: $0.bytes)
      }
      try await transfer.showingProgress { bar in
        try await session.downloadSegments(
          only?.range ?? 1...plan.segmentCount, of: plan, from: request, to: output, after: earlier,
          maximumConcurrentCount: parallel, retries: configuration.retries, progress: bar.callback,
          didWrite: { try await results.add($0.jsonLine) })
      }
      try await results.synchronize()
      await session.invalidate()
    }
  }

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
        "The path of the downloaded file, as given to `sluice download segments`.", valueName: "path"))
    var output: String

    @Option(
      parsing: .unconditional, help: ArgumentHelp("The SHA-256 that the file must have.", valueName: "hex"))
    var sha256: String?
    @Flag(help: "Do not read the file, unless --sha256 is given.") var noDigests = false

    @Option(help: "If the file exists: replace, fail, or unique (use a free name).")
    var ifExists = ExistingFile.replace

    func run() async throws {
      try checkOutputs([("-o", output)], reading: [self.plan] + results)
      if ifExists == .replace { try checkReplaceable(output) }
      let plan = try DownloadPlan(parsing: InputFile(self.plan).readAll())
      let segments = try ResultsFile.all(
        in: results, plan.resultsHeader(at: output), parsing: DownloadedSegment.segments(parsing:))
      try await plan.complete(
        segments, at: output, expectedSHA256: sha256, ifExists: ifExists.policy, hashing: !noDigests)
    }
  }
}

/// Checks that a file may get a path, before anything is written.
private func checkReplaceable(_ path: String) throws(Failure) {
  if path.isFolder { throw Failure(.inputOutput, "file-is-directory", "\(path) is a folder") }
  if isSpecialFile(path) || Descriptor.inherited(at: path) != nil {
    throw Failure(.inputOutput, "file-exists", "\(path) is not a regular file")
  }
}
