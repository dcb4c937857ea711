internal import ArgumentParser
internal import Glibc
internal import Sluice

struct UploadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Send a multipart form and print the response.")

  @Argument(help: "The URL to send the form to.") var url: String
  @OptionGroup var form: FormOptions

  @Option(name: [.customShort("X"), .customLong("request")], help: "The request method.")
  var method = "POST"

  @Flag(help: "Compress the form with gzip while it is sent.") var gzip = false

  @Option(help: ArgumentHelp("The maximum number of bytes to send per second.", valueName: "bytes"))
  var limitRate: Int64?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write the response to.", valueName: "file"))
  var output: String?

  @OptionGroup var transfer: TransferOptions

  func validate() throws {
    if let limitRate, limitRate < 1 { throw ValidationError("--limit-rate takes at least 1 byte per second") }
  }

  func run() async throws {
    guard let method = HTTPRequest.Method(method) else {
      throw Failure(.usage, "method", "'\(method)' is not a valid method")
    }
    let form = MultipartForm(parts: try form.parts())
    if form.parts.isEmpty { throw Failure(.usage, "form", "no parts: give at least one -F or --form-string") }
    // Reports errors in the form before any connection is opened.
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
