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
      case .post: try Self.receive(form, connection, file: "http://\(request["Host"] ?? "")/file")
      default: try Self.send(file, connection)
      }
    }
  }

  deinit { server.stop() }

  var url: String { server.url }

  /// Stops the server, and returns its first error, such as that of a file that it cannot read.
  func failure() -> (any Error)? {
    server.stop()
    return server.failures.first
  }

  private static func receive(_ form: some BodySource, _ connection: LoopbackConnection, file: String) throws
  {
    let expected = try ExpectedBytes(form)
    let count = try connection.readBody { try expected.compare($0) }
    let receipt = Receipt(bytes: count, isIntact: try expected.isComplete(), file: file)
    try connection.respond(
      .ok, fields: [.contentType: "application/json"], body: JSON.Encoder().encode(receipt))
  }

  private static func send(_ file: some BodySource, _ connection: LoopbackConnection) throws {
    try connection.respond(
      .ok,
      fields: [
        .contentType: "application/octet-stream", .contentLength: "\(try file.byteCount ?? 0)",
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

/// A comparison of bytes that arrive in pieces with a body.
///
/// ```swift
/// let expected = try ExpectedBytes(body)
/// for try await chunk in response.body { try expected.compare(chunk.span) }
/// let isIntact = try expected.isComplete()
/// ```
final class ExpectedBytes {
  private let reader: any BodyReader
  private var buffer: [UInt8] = []
  private var bodyHasEnded = false
  private var differs = false
  /// The number of bytes that have been compared.
  private(set) var comparedByteCount: Int64 = 0

  /// Creates a comparison that starts at byte 0.
  ///
  /// - Parameter body: A body whose reader never waits.
  init(_ body: some BodySource) throws { reader = try body.makeReader() }

  /// Compares the next bytes.
  func compare(_ bytes: borrowing Span<UInt8>) throws {
    comparedByteCount += Int64(bytes.count)
    if differs { return }
    try readExpected(bytes.count)
    differs = !equal(bytes, buffer)
  }

  /// Returns whether the compared bytes are the whole body. Nothing can be compared afterwards.
  func isComplete() throws -> Bool {
    if differs { return false }
    try readExpected(1)
    return buffer.isEmpty
  }

  /// Reads the next `count` bytes of the body into the buffer, or fewer at its end.
  private func readExpected(_ count: Int) throws {
    buffer.removeAll(keepingCapacity: true)
    try buffer.append(addingCapacity: count) { output in
      while !bodyHasEnded, !output.isFull { bodyHasEnded = try reader.read(into: &output) == .end }
    }
  }
}
