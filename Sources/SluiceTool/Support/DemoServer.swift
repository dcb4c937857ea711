internal import Sluice
internal import SluiceLoopback

/// A server that responds to an upload with the number of bytes received, and whether they equal an expected body.
final class DemoServer: Sendable {
  private let server: LoopbackServer

  init(expecting body: some BodySource) throws {
    server = try LoopbackServer.http { request, connection in
      let expected = try ExpectedBytes(body)
      var isIntact = true
      let count = try connection.readBody { piece in
        isIntact = try expected.next(are: piece) && isIntact
      }
      isIntact = try expected.isAtEnd() && isIntact
      try connection.respond(
        200, headers: [("Content-Type", "application/json")],
        body: "{\"bytes\":\(count),\"isIntact\":\(isIntact)}")
    }
  }

  deinit { server.stop() }

  var url: String { server.url }
}

/// A second pass over a body, to compare received bytes with it.
private final class ExpectedBytes {
  private let reader: any BodyReader
  private var buffer: [UInt8] = []
  private var hasEnded = false

  init(_ body: some BodySource) throws { reader = try body.makeReader() }

  /// Reads as many bytes of the expected body, and returns whether they are equal.
  func next(are bytes: borrowing Span<UInt8>) throws -> Bool {
    try fill(bytes.count)
    return equal(bytes, buffer)
  }

  /// Returns whether the expected body has no more bytes.
  func isAtEnd() throws -> Bool {
    try fill(1)
    return buffer.isEmpty
  }

  /// Reads the next `count` bytes of the expected body into the buffer, or fewer at its end.
  private func fill(_ count: Int) throws {
    buffer.removeAll(keepingCapacity: true)
    try buffer.append(addingCapacity: count) { output in
      while !hasEnded, !output.isFull { hasEnded = try reader.read(into: &output) == .end }
    }
  }
}
