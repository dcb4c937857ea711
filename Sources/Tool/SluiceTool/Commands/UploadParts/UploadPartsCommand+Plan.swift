internal import ArgumentParser
internal import Sluice

extension UploadPartsCommand {
  struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan", abstract: "Divide a file into parts that several machines send.",
      usage: "sluice upload-parts plan <file> [options]",
      discussion: """
        Prints a line of JSON about the file, and one for each part: its number, offset, size and SHA-256. The file is \
        read on all processors. The plan has no URLs.
        """)

    @Argument(help: "The file to divide.") var file: String

    @OptionGroup var division: PartSizeOptions

    @Option(help: "What the store accepts: s3 (5M to 5G, 10000 parts) or any (10000 parts).")
    var limits = PartListOptions.Limits.s3

    @Flag(help: "Do not read the file. Its size and time of modification then tell whether it has changed.")
    var noDigests = false

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp("The file to write the plan to.", valueName: "file"))
    var output: String?

    func run() async throws {
      try checkOutputs([("-o", output)], reading: [file])
      // The other machines are in other folders.
      let path = try BodyError.reading(file) { () throws(SystemError) in try absolutePath(file) }
      let plan = try await UploadPlan(
        dividing: .file(at: path), size: division.partSize?.byteCount, limits: limits == .s3 ? .s3 : .init(),
        hashing: !noDigests)
      try OutputFile.write(plan.jsonLines, to: output)
    }
  }
}

/// The option for the size of parts.
struct PartSizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size of each part but the last, such as 64M. Defaults to 64M, or more if there would be too many parts.",
      valueName: "bytes"))
  var partSize: ByteSize?

  func validate() throws {
    if let partSize, partSize.byteCount < 1 { throw ValidationError("--part-size takes at least 1 byte") }
  }
}

extension UploadPartsCommand {
  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send some of the parts of a plan.",
      usage: "sluice upload-parts send <plan> --urls <file> [--only <numbers>] [options]",
      discussion: """
        Part N is sent to the URL on line N of --urls. Each part that the store has accepted is a line of JSON, after \
        one that says what the results belong to. With -o, the lines are added to a file, and the parts that it has \
        already are not sent again: after an error, or on another machine, repeat the command. A file that has other \
        content, or the results of another plan or upload, is refused and stays as it is.
        """)

    @Argument(help: "The plan of `sluice upload-parts plan`.") var plan: String

    @Option(parsing: .unconditional, help: "The numbers of the parts, such as 1-200 or 7. Defaults to all.")
    var only: Numbers?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The file to send, if its path differs from that in the plan.", valueName: "file"))
    var file: String?

    @Option(help: "What the store accepts: s3 (an ETag for each part) or any.")
    var limits = PartListOptions.Limits.s3

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp("The file to add the results to.", valueName: "file"))
    var output: String?

    @OptionGroup var sending: PartRequestOptions
    @OptionGroup var head: FieldOptions
    @OptionGroup var transfer: TransferOptions

    func validate() throws {
      if transfer.include { throw ValidationError("-i is for a single response") }
    }

    func run() async throws {
      // Before the plan is read, whose errors are printed.
      try transfer.checkFiles([("-o", output)], reading: [self.plan, file, sending.urlsPath], head)
      let plan = try UploadPlan(parsing: InputFile(self.plan).readAll())
      guard let path = file ?? plan.path else {
        throw Failure(.usage, "no-file", "the plan has no path; name the file with --file")
      }
      try transfer.checkFiles(
        [("-o", output)], reading: [self.plan, path, sending.urlsPath], head)
      let numbers = only?.range ?? 1...plan.partCount
      let configuration = try transfer.resumableConfiguration(head)
      let session = Session(configuration)
      let requests = try sending.requests(in: session, fields: head.fields())
      guard numbers.upperBound <= requests.count else {
        throw Failure(
          .dataRefused, "too-few-urls",
          "part \(numbers.upperBound) needs a URL, but \(sending.urls) has only "
            + counted(requests.count, "URL"))
      }
      var earlier: [UploadedPart] = []
      let header = try plan.resultsHeader(of: requests.first.map { try RequestURL(of: $0.head) })
      let results = try ResultsFile(output, header) { earlier = try UploadedPart.parts(parsing: $0.bytes) }
      try await transfer.showingProgress { bar in
        let store = PartStore(
          limits: .init(needsETags: limits == .s3), retries: configuration.retries,
          maximumConcurrentCount: sending.parallel, request: { requests[$0.number - 1] })
        try await session.uploadParts(
          numbers, of: plan, in: .file(at: path), to: store, after: earlier, progress: bar.callback,
          didSend: { try await results.add($0.jsonLine) })
      }
      try await results.synchronize()
      await session.invalidate()
    }
  }

  struct Finish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "finish",
      abstract: "Check the results of all machines, and print the list that completes the upload.",
      usage: "sluice upload-parts finish <plan> <results> ... [options]",
      discussion: """
        Each part must have been sent, with the size and the SHA-256 of the plan. A result that occurs twice counts \
        once. The results of another plan, or of two uploads, are refused, and so is a plan whose parts exceed --limits.
        """)

    @Argument(help: "The plan of `sluice upload-parts plan`.") var plan: String
    @Argument(help: "The files that `sluice upload-parts send` wrote.") var results: [String]
    @OptionGroup var list: PartListOptions

    func run() async throws {
      try checkOutputs([("-o", list.output)], reading: [self.plan] + results)
      let plan = try UploadPlan(parsing: InputFile(self.plan).readAll())
      try plan.check(list.storeLimits)
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
