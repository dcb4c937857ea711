internal import ArgumentParser
internal import FoundationEssentials
internal import Sluice

extension PutPartsCommand {
  struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan", abstract: "Divide a file into parts that several machines send.",
      usage: "sluice put-parts plan <file> [options]",
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
      try checkOutputs(["-o": self.output], reading: [file])
      // The other machines are in other folders.
      let path =
        file.utf8.first == UInt8(ascii: "/") ? file : "\(FileManager.default.currentDirectoryPath)/\(file)"
      let plan = try await UploadPlan(
        dividing: .file(at: path), size: division.partSize?.byteCount, limits: limits == .s3 ? .s3 : .init(),
        hashing: !noDigests)
      let output = try OutputFile(output)
      try output.write(plan.jsonLines)
      try output.commit()
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
