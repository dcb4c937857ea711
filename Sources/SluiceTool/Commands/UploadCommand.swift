internal import ArgumentParser
internal import Glibc
internal import Sluice

struct UploadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Send a multipart form and print the response.",
    discussion: """
      With --resumable or --tus, an upload that ends early leaves a record. The same command goes on where the server \
      was, with the same files, and removes the record at the end.
      """)

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

  @Flag(help: "Make the upload resumable, with the HTTP working group's draft, if the server speaks it.")
  var resumable = false
  @Flag(help: "Make the upload resumable, with the tus protocol 1.0.0.") var tus = false

  @Option(
    help: ArgumentHelp(
      "The file that remembers a resumable upload. Defaults to NAME.upload in the current folder, for the first file.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp("The version of the draft for --resumable: 3, 5, 6 or 8.", valueName: "number"))
  var interopVersion: Int?

  @OptionGroup var transfer: TransferOptions

  func validate() throws {
    if resumable, tus { throw ValidationError("--resumable and --tus cannot be combined") }
    if record != nil, !resumable, !tus { throw ValidationError("--record needs --resumable or --tus") }
    if tus, gzip {
      throw ValidationError("--tus needs to know the size, so it cannot be combined with --gzip")
    }
    if let interopVersion {
      if !resumable { throw ValidationError("--interop-version needs --resumable") }
      if ResumableUpload.Draft(rawValue: interopVersion) == nil {
        throw ValidationError("--interop-version takes 3, 5, 6 or 8")
      }
    }
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
    let upload = upload(of: form)
    let bar = ProgressBar(transfer.progress)
    do {
      let response: Response
      do {
        defer { bar.finish() }
        response = try await session.send(request, resumable: upload, progress: bar.callback)
      }
      try await transfer.write(response, to: output)
    } catch {
      if let upload, error.leavesUpload, isRegularFile(upload.record) {
        printError("note: \(upload.record) has the record of this upload; the same command goes on with it")
      }
      throw error
    }
    await session.invalidate()
  }

  /// Returns the settings of a resumable upload; `nil` for any other.
  private func upload(of form: MultipartForm) -> ResumableUpload? {
    guard resumable || tus else { return nil }
    let record = record ?? Self.recordName(for: form)
    let draft = interopVersion.flatMap { ResumableUpload.Draft(rawValue: $0) } ?? .interop6
    var upload: ResumableUpload = tus ? .tus(record: record) : .standard(record: record, draft: draft)
    if transfer.retry > 0 { upload.retries.maximumCount = transfer.retry }
    upload.retries.maximumNetworkWait = .seconds(60)
    return upload
  }

  /// Returns the name of a record in the current folder: that of the first file.
  private static func recordName(for form: MultipartForm) -> String {
    let path = form.parts.lazy.compactMap { ($0.body as? FileSource)?.path }.first
    let name = path?.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return "\(name ?? "sluice").upload"
  }
}

extension Error {
  /// Whether an upload that has ended with this error can go on, if it has a record.
  fileprivate var leavesUpload: Bool {
    switch self {
    case is CancellationError, is ResponseError: true
    case let error as SessionError: ![.invalidRecord, .bodyFailed].contains(error.code)
    default: false
    }
  }
}
