internal import Sluice
internal import SluiceLoopback

/// A server that takes an upload, reports whether it was as expected, and offers a file for download.
final class DemoServer: Sendable {
  /// The response to an upload, as JSON.
  struct Receipt: Codable, Equatable {
    /// The number of bytes received.
    var bytes: Int64
    /// Whether every byte was as expected.
    var isIntact: Bool
    /// The URL of the file.
    var file: String
  }

  private let server: LoopbackServer

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - form: The expected body of an upload.
  ///   - file: The file that is offered.
  init(expecting form: some BodySource, offering file: some BodySource) throws {
    server = try LoopbackServer.http { request, connection in
      switch request.method {
      case "POST": try Self.receive(form, connection, file: "http://\(request["Host"] ?? "")/file")
      default: try Self.send(file, connection)
      }
    }
  }

  deinit { server.stop() }

  var url: String { server.url }

  private static func receive(_ form: some BodySource, _ connection: LoopbackConnection, file: String) throws
  {
    let expected = try ExpectedBytes(form)
    let count = try connection.readBody { try expected.compare($0) }
    let receipt = Receipt(bytes: count, isIntact: try expected.isComplete(), file: file)
    try connection.respond(
      200, headers: [("Content-Type", "application/json")], body: JSON.Encoder().encode(receipt))
  }

  private static func send(_ file: some BodySource, _ connection: LoopbackConnection) throws {
    try connection.respond(
      200,
      headers: [
        ("Content-Type", "application/octet-stream"), ("Content-Length", "\(try file.byteCount ?? 0)"),
      ])
    let reader = try file.makeReader()
    var buffer: [UInt8] = []
    var outcome = BodyReadOutcome.more
    while outcome != .end {
      buffer.removeAll(keepingCapacity: true)
      try buffer.append(addingCapacity: 256 << 10) { outcome = try reader.read(into: &$0) }
      try connection.write(buffer)
    }
  }
}
