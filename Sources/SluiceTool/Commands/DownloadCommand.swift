internal import ArgumentParser
internal import Sluice

struct DownloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download a file, completely or not at all.",
    discussion: """
      The file is written to FILE.part until it is complete. If the download fails and the server supports resuming \
      it, FILE.part stays, together with a record in FILE.part.json.
      """)

  @Argument(help: "The URL of the file.") var url: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The path of the downloaded file.", valueName: "file"))
  var output: String

  @Flag(help: "Resume an earlier download of the file.") var resume = false

  @OptionGroup var transfer: TransferOptions

  func run() async throws {
    let session = Session(try transfer.configuration())
    let request = try session.request(.get, url, fields: try transfer.requestFields())
    let bar = ProgressBar(transfer.progress)
    let file: DownloadedFile
    do {
      defer { bar.finish() }
      file = try await session.download(
        request, toFile: output, resuming: resume, upTo: transfer.maxBody.map { Int64($0) },
        progress: bar.callback)
    }
    if transfer.include {
      let text = TransferOptions.headText(of: file.head, httpVersion: file.httpVersion)
      try OutputFile(nil).write(Array(text.utf8))
    }
    await session.invalidate()
  }
}
