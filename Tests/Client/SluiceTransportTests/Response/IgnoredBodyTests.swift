import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Responses whose body is ignored: it is neither collected nor decoded, and a small one keeps the connection.
@Suite(.timeLimit(.minutes(5))) struct IgnoredBodyTests {
  @Test func `a small ignored body is read, and its connection is reused`() async throws {
    let body = [UInt8](repeating: 0x78, count: 60_000)
    try await withServer { request, connection in
      _ = try connection.readBody()
      try connection.respond(200, body: body)
    } test: { session, server in
      for _ in 0..<3 { try await session.post("", ["a": 1]) }
      try await session.delete("")
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `the transfer of a large ignored body ends`() async throws {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      defer { wasClosed.happen() }
      while true { try connection.write([UInt8](repeating: 0x78, count: 100_000)) }
    } test: { session, _ in
      try await session.delete("")
      try await wasClosed.wait()
    }
  }

  @Test func `an ignored body is not collected`() async throws {
    let folder = try TemporaryDirectory()
    try await withServer { _, connection in
      _ = try connection.readBody()
      try connection.respond(200, body: [UInt8](repeating: 0x78, count: 500_000))
    } configure: {
      // Collecting the body would be an error.
      $0.maximumInMemoryBodyByteCount = 0
      $0.temporaryFolder = folder.path + "/missing"
    } test: { session, server in
      await #expect(throws: (any Error).self) { try await session.post("", ["a": 1], decoding: .bytes) }
      try await session.post("", ["a": 1])
      let response = try await session.post("", ["a": 1], decoding: .withHead(.ignored))
      #expect(response.head.headerFields[.contentLength] == "500000")
    }
  }

  @Test func `an upload is complete although its large response comes first and is ignored`() async throws {
    let received = Record<Int>()
    let (chunks, rest) = AsyncStream.makeStream(of: [UInt8].self)
    rest.yield([1])
    try await withServer { _, connection in
      // More than the buffers hold: the client has to read it before the rest of the upload begins.
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n")
      for _ in 0..<20 { try connection.write([UInt8](repeating: 0x78, count: 1_000_000)) }
      rest.yield([2])
      rest.finish()
      received.append(try connection.readBody().count)
    } configure: {
      $0.expectContinueByteCount = nil
    } test: { session, _ in
      try await session.upload(.async(chunks), to: "")
    }
    #expect(received.all == [2])
  }

  @Test func `an ignored body that breaks off is an error`() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.delete("") }
      #expect(error?.code == .connectionLost)
    }
  }

  @Test func `an ignored body need not be decodable`() async throws {
    try await withServer { _, connection in
      try connection.respond(200, headers: [("Content-Encoding", "gzip")], body: "not gzip")
    } test: { session, server in
      try await session.delete("")
      try await session.delete("")
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `a cancelled call does not succeed while its body is ignored`() async throws {
    let hasBegun = Event()
    let gate = Gate()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
      hasBegun.happen()
      try gate.pass()
    } test: { session, _ in
      defer { gate.open() }
      let task = Task { try await session.delete("") }
      try await hasBegun.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
