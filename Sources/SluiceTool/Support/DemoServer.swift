internal import Glibc
internal import Sluice
internal import SluiceLoopback

/// Answers an upload with a receipt: how many bytes came, and whether they are those of a body it knows.
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

/// A second pass over a body, to compare with what the first one became.
private final class ExpectedBytes {
  private let reader: any BodyReader
  private var buffer: [UInt8] = []
  private var hasEnded = false

  init(_ body: some BodySource) throws { reader = try body.makeReader() }

  /// Whether the next bytes are these.
  func next(are bytes: borrowing Span<UInt8>) throws -> Bool {
    try fill(bytes.count)
    guard buffer.count == bytes.count else { return false }
    return unsafe bytes.withUnsafeBytes { got in
      unsafe buffer.withUnsafeBytes { expected in
        guard let got = got.baseAddress, let expected = expected.baseAddress else { return true }
        return unsafe memcmp(got, expected, buffer.count) == 0
      }
    }
  }

  func isAtEnd() throws -> Bool {
    try fill(1)
    return buffer.isEmpty
  }

  private func fill(_ count: Int) throws {
    buffer.removeAll(keepingCapacity: true)
    try buffer.append(addingCapacity: count) { output in
      while !hasEnded, !output.isFull { hasEnded = try reader.read(into: &output) == .end }
    }
  }
}
