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

    @Argument(help: "The URL of the file.") var url: String

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
      try checkOutputs(
        ["-o": self.output, "--cookie-jar": transfer.cookieJar], reading: head.inputs + transfer.inputs)
      let session = Session(try transfer.configuration())
      let plan = try await DownloadPlan(
        dividing: session.request(.get, url, fields: head.fields()), in: session,
        size: segmentSize?.byteCount)
      let output = try OutputFile(output)
      try output.write(plan.jsonLines)
      try output.commit()
      await session.invalidate()
    }
  }
}
