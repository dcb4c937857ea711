internal import ArgumentParser
internal import Sluice

struct DownloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Get a file, all of it or nothing.",
    discussion: """
      Until the file is whole it is FILE.part. Of a download that ends before, that part stays, and a record of it in \
      FILE.part.json, if the server lets a later one go on from it.
      """)

  @Argument(help: "Where from.") var url: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where the file is to be.", valueName: "file"))
  var output: String

  @Flag(help: "Go on from where an earlier download has stopped.") var resume = false

  @OptionGroup var transfer: TransferOptions

  func run() async throws {
    let session = Session(try transfer.configuration())
    let request = try session.request(.get, url, fields: try transfer.requestFields())
    let bar = ProgressBar(transfer.progress, of: .received)
    let file: DownloadedFile
    do {
      defer { bar.finish() }
      file = try await session.download(
        request, to: output, resuming: resume, maximumSize: transfer.maxBody.map { Int64($0) },
        progress: bar.callback)
    }
    if transfer.include { try OutputFile(nil).write(Array(TransferOptions.headText(of: file.head).utf8)) }
    await session.invalidate()
  }
}
