internal import ArgumentParser
internal import Glibc
internal import Sluice

struct UploadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Send a multipart form, and print the answer.")

  @Argument(help: "Where to.") var url: String
  @OptionGroup var form: FormOptions

  @Option(name: [.customShort("X"), .customLong("request")], help: "The method.")
  var method = "POST"

  @Flag(help: "Compress the form as it is sent.") var gzip = false

  @Option(help: ArgumentHelp("The most bytes a second that are sent.", valueName: "bytes"))
  var limitRate: Int64?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where the answer goes.", valueName: "file"))
  var output: String?

  @OptionGroup var transfer: TransferOptions

  func validate() throws {
    if let limitRate, limitRate < 1 { throw ValidationError("--limit-rate takes a number of bytes a second") }
  }

  func run() async throws {
    guard let method = HTTPRequest.Method(method) else {
      throw Failure(.usage, "method", "'\(method)' is no token")
    }
    let form = MultipartForm(parts: try form.parts())
    if form.parts.isEmpty { throw Failure(.usage, "form", "no part: give at least one -F or --form-string") }
    // What is wrong with the form is told before any connection is opened.
    _ = try form.byteCount

    var configuration = try transfer.configuration()
    configuration.maximumSendRate = limitRate
    let session = Session(configuration)
    var request = try session.request(method, url, fields: try transfer.requestFields(), body: form)
    if gzip { try request.compressBody(from: 0, mediaTypes: [.any]) }
    let bar = ProgressBar(transfer.progress)
    let response: Response
    do {
      defer { bar.finish() }
      response = try await session.send(request, progress: bar.callback)
    }
    try await transfer.write(response, to: output)
    await session.invalidate()
  }
}
