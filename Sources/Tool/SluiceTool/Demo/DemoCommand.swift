internal import ArgumentParser
internal import Sluice

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Upload a sparse file to a server in this process, download it, and check every byte.")

  @Option(help: ArgumentHelp("The size of the file, such as 64M.", valueName: "bytes"))
  private var size = ByteSize(4 << 30)

  @Flag(help: "Keep the file afterwards.")
  var keep = false

  func run() async throws {
    let size = size.byteCount
    let content = DemoContent(size: size)
    let file = try DemoFile(content, isKept: keep)
    let boundary = MultipartForm.Boundary.random()
    let server = try DemoServer(
      expecting: Self.form(content, boundary), offering: .file(at: file.path))

    try printLine(
      "sending \(file.path), \(size) bytes (\(QuantityText.bytes(size)), sparse), to \(server.url)")
    let form = Self.form(.file(at: file.path), boundary)
    do {
      let (receipt, upload) = try await Self.timed { session in
        try await Self.upload(form, to: server.url, in: session)
      }
      try printLine("uploaded \(Self.summary(receipt.bytes, upload)), every byte received as it was sent")
      let (count, download) = try await Self.timed { session in
        try await Self.download(receipt.file, expecting: content, in: session)
      }
      try printLine("downloaded \(Self.summary(count, download)), every byte as in the file")
    } catch {
      // To the client, this is a lost connection.
      throw server.failure() ?? error
    }
    try printLine(
      "peak memory \(peakMemory().map(QuantityText.bytes) ?? "unknown"), client and server together")
    if keep { try printLine("kept \(file.path)") }
    try file.remove()
  }

  /// Returns a form with a text field and a file.
  static func form(_ file: some BodySource, _ boundary: MultipartForm.Boundary) -> MultipartForm {
    MultipartForm(boundary: boundary) {
      FormField("title", "A sparse file")
      FormFile("file", file, fileName: "demo")
    }
  }

  /// Uploads a form and decodes the server's receipt.
  ///
  /// - Throws: A ``Failure`` if the server did not receive the form as it is.
  static func upload(
    _ form: MultipartForm, to url: String, in session: Session
  ) async throws -> DemoServer.Receipt {
    let receipt = try await session.upload(form, to: .init(url), decoding: .json(DemoServer.Receipt.self))
    let sent = try form.byteCount ?? 0
    guard receipt.isIntact, receipt.bytes == sent else {
      throw Failure(.protocolBroken, "demo", "sent \(sent) bytes; the server's receipt says \(receipt)")
    }
    return receipt
  }

  /// Downloads a file and compares it with its expected content.
  ///
  /// - Returns: The number of bytes.
  /// - Throws: A ``Failure`` if a byte differs or the size does.
  static func download(
    _ url: String, expecting content: some BodySource, in session: Session
  ) async throws -> Int64 {
    let response = try await session.send(session.request(.get, .init(url)))
    let expected = try ExpectedBytes(content)
    for try await chunk in response.body { try expected.compare(chunk.span) }
    guard response.head.status == .ok, try expected.isComplete() else {
      let count = expected.comparedByteCount
      throw Failure(.protocolBroken, "demo", "the \(count) bytes of \(url) are not those of the file")
    }
    return expected.comparedByteCount
  }

  /// Runs a transfer in a new session, and shows its progress.
  ///
  /// - Returns: The transfer's output and its time in seconds.
  private static func timed<Output>(
    _ transfer: (Session) async throws -> Output
  ) async throws -> (Output, seconds: Double) {
    let bar = ProgressBar(.auto)
    var configuration = Session.Configuration()
    configuration.monitors = bar.monitors
    let session = Session(configuration)
    defer { bar.finish() }
    do {
      let start = ContinuousClock.now
      let output = try await transfer(session)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      // Delivers the last progress to the bar.
      await session.invalidate()
      return (output, seconds)
    } catch {
      await session.invalidate()
      throw error
    }
  }

  private static func summary(_ count: Int64, _ seconds: Double) -> String {
    let rate = QuantityText.bytes(Int64(Double(count) / max(seconds, 1e-9)))
    return "\(count) bytes in \(QuantityText.decimal(seconds, places: 2)) s, \(rate)/s"
  }
}
