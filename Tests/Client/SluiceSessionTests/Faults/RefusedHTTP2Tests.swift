import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Synchronization
import Testing

/// Servers that reset a stream with `HTTP_1_1_REQUIRED`, after which libcurl sends the request again.
@Suite(.timeLimit(.minutes(5))) struct RefusedHTTP2Tests {
  /// A server whose first connection is one of HTTP/2, which it resets, and whose next one echoes the request's body.
  private func withServer(
    reset: @escaping @Sendable (LoopbackConnection) throws -> Void,
    test: (Session) async throws -> Void
  ) async throws {
    let isFirst = Atomic(true)
    try await withRawServer { connection in
      guard isFirst.exchange(false, ordering: .relaxed) else {
        guard try connection.readHead() != nil else { return }
        return try connection.respond(200, body: connection.readBody())
      }
      guard try connection.readLine()?.hasPrefix("PRI") == true else { return }
      _ = try connection.read(exactly: HTTP2Frame.restOfPreface)
      try connection.write(HTTP2Frame.settings)
      try reset(connection)
      try connection.write(HTTP2Frame.http11Required)
      connection.waitForClose()
    } configure: {
      $0.httpVersion = .http2PriorKnowledge
    } test: { session, _ in
      try await test(session)
    }
  }

  @Test func `a response is not continued by that to another request`() async throws {
    try await withServer {
      let ping = HTTP2Frame.bytes(6, [UInt8](repeating: 7, count: 8))
      try $0.write(HTTP2Frame.head + HTTP2Frame.bytes(0, stream: 1, [1, 2, 3]) + ping)
      // The client answers when it has the frames before it.
      try Self.read($0) { $0 == 6 }
    } test: { session in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .connectionLost)
    }
  }

  /// Reads frames up to the first one of a type that is not empty.
  private static func read(_ connection: LoopbackConnection, upTo isLast: (UInt8) -> Bool) throws {
    while true {
      let header = try connection.read(exactly: 9)
      let count = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
      _ = try connection.read(exactly: count)
      if isLast(header[3]), count > 0 { return }
    }
  }

  /// Reads up to the first bytes of the body.
  private static func readData(_ connection: LoopbackConnection) throws { try read(connection) { $0 == 0 } }

  @Test(arguments: [true, false]) func `a body is sent again from its start`(isSized: Bool) async throws {
    let bytes = sampleBytes(30_000)
    try await withServer(reset: Self.readData) { session in
      let body = ScriptedSource(byteCount: isSized ? 30_000 : nil, [.bytes(bytes)])
      let echo: [UInt8] = try await session.upload(body, to: "", decoding: .bytes)
      #expect(echo == bytes)
    }
  }

  @Test func `a body that can be read once is an error`() async throws {
    try await withServer(reset: Self.readData) { session in
      var body = ScriptedSource(byteCount: nil, [.bytes(sampleBytes(30_000))])
      body.isReplayable = false
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(body, to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
    }
  }
}
