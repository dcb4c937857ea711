internal import ArgumentParser
internal import Sluice

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Upload a sparse file to a server in this process and check every byte.")

  @Option(help: ArgumentHelp("The size of the file; 4 GiB by default.", valueName: "bytes"))
  var size: Int64 = 4 << 30

  @Flag(help: "Keep the file afterwards.")
  var keep = false

  func validate() throws {
    if size < 0 { throw ValidationError("--size takes a number of bytes") }
  }

  /// The response of the server.
  struct Receipt: Codable, Equatable {
    var bytes: Int64
    var isIntact: Bool
  }

  func run() async throws {
    let file = try DemoFile(size: size, isKept: keep)
    let form = MultipartForm {
      Field("title", "A file of \(size) bytes")
      File("file", at: file.path)
    }
    let server = try DemoServer(expecting: form)
    let session = Session()
    let bar = ProgressBar(.auto)

    print("sending \(file.path), \(size) bytes (\(format(bytes: size)), sparse), to \(server.url)")
    let start = ContinuousClock.now
    let receipt: Receipt
    do {
      defer { bar.finish() }
      receipt = try await session.upload(
        form, to: server.url, decoding: .json(Receipt.self), progress: bar.callback)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    await session.invalidate()

    let sent = try form.byteCount ?? 0
    guard receipt == Receipt(bytes: sent, isIntact: true) else {
      throw Failure(.protocolBroken, "demo", "sent \(sent) bytes; the server's receipt says \(receipt)")
    }
    print("received \(receipt.bytes) bytes, every one as it was sent")
    print(
      "took \(decimal(seconds, places: 2)) s, \(format(bytes: Int64(Double(sent) / max(seconds, 1e-9))))/s")
    print("peak memory \(peakMemory().map(format(bytes:)) ?? "unknown"), client and server together")
    if keep { print("kept \(file.path)") }
  }
}
