import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Servers that reset, hang up or stall at each stage of an exchange.
@Suite(.timeLimit(.minutes(5))) struct StageFaultTests {
  /// The stage that a server reaches.
  enum Stage: CaseIterable, Sendable {
    case connection, firstByte, requestHeadWithin, requestHead, requestBodyWithin, request
    case interimResponse, statusLine, fieldWithin, fields
    case responseHead, responseBodyWithin, chunkWithin, chunk, lastChunk, trailer
  }

  enum Ending: CaseIterable, Sendable {
    case reset, close, stall
  }

  @Test(arguments: Stage.allCases, Ending.allCases)
  func `a fault at any stage is a typed error that leaves no open file`(_ stage: Stage, _ ending: Ending)
    async throws
  {
    let folder = try TemporaryDirectory()
    // An upload stalls only if it does not fit into the system's buffers.
    let path = try folder.sparseFile("f", byteCount: ending == .stall ? 48 << 20 : 2_000_000)
    try await withRawServer {
      try Self.go(to: stage, $0)
      switch ending {
      case .reset: $0.reset()
      case .close: $0.finishWriting()
      case .stall: $0.stall()
      }
    } configure: {
      // So that the body does not wait for `100 Continue`.
      $0.expectContinueByteCount = nil
      if ending == .stall { ($0.idleTimeout, $0.responseTimeout) = (.milliseconds(300), .milliseconds(300)) }
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.file(at: path), to: "a?secret=1", decoding: .bytes)
      }
      let codes = Self.codes(of: ending, at: stage)
      #expect(error.map { codes.contains($0.code) } == true, "\(String(describing: error))")
      #expect(error?.url == "\(server.url)/a")
    }
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  private static func codes(of ending: Ending, at stage: Stage) -> [ErrorCode] {
    switch (ending, stage) {
    case (.stall, _): [.timedOut]
    // The reset may overtake the connection.
    case (.reset, .connection): [.connectionLost, .connectionFailed]
    case (.reset, _): [.connectionLost]
    case (.close, _): [.connectionLost]
    }
  }

  private static func go(to stage: Stage, _ connection: LoopbackConnection) throws {
    switch stage {
    case .connection: return
    case .firstByte:
      try connection.read(exactly: 1)
      return
    case .requestHeadWithin:
      try connection.read(exactly: 20)
      return
    default: break
    }
    _ = try connection.readHead()
    if stage == .requestHead { return }
    if stage == .requestBodyWithin { return try connection.readBody(onlyUpTo: 100_000) }
    try connection.readBody { _ in }
    try connection.write(answer(upTo: stage))
  }

  /// Returns the output of the server.
  private static func answer(upTo stage: Stage) -> String {
    let statusLine = "HTTP/1.1 200 OK\r\n"
    let chunked = statusLine + "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n"
    return switch stage {
    case .interimResponse: "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
    case .statusLine: statusLine
    case .fieldWithin: statusLine + "Content-"
    case .fields: statusLine + "Content-Length: 10\r\n"
    case .responseHead: statusLine + "Content-Length: 10\r\n\r\n"
    case .responseBodyWithin: statusLine + "Content-Length: 10\r\n\r\n12345"
    case .chunkWithin: chunked + "a\r\n12345"
    case .chunk: chunked
    case .lastChunk: chunked + "0\r\n"
    case .trailer: chunked + "0\r\nX-Trailer: 1\r\n"
    default: ""
    }
  }

  // MARK: Before the connection

  @Test func `a refused connection is reported with host and port`() async throws {
    try await DeadPort.refusing.with { port in
      let url = "http://127.0.0.1:\(port)/x"
      let session = Session(.test())
      let error = await #expect(throws: SessionError.self) {
        try await session.get(.init(url), decoding: .bytes)
      }
      #expect(error?.code == .connectionFailed)
      // libcurl's wording: "127.0.0.1 port 80" in older versions, "127.0.0.1:80" in newer ones.
      #expect(error?.message.contains(/127\.0\.0\.1(:| port )[0-9]+/) == true)
      #expect(error?.url == url)
      await session.invalidate()
    }
  }

  @Test func `a host without an address is reported by name`() async throws {
    let session = Session(.test())
    let error = await #expect(throws: SessionError.self) {
      try await session.get("http://host.invalid/", decoding: .bytes)
    }
    #expect(error?.code == .unknownHost)
    #expect(error?.message.contains("host.invalid") == true)
    await session.invalidate()
  }

  // MARK: After the head

  @Test func `an error within a body comes after the bytes that arrived`() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
      connection.finishWriting()
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .ok)
      var iterator = response.body.makeAsyncIterator()
      let chunk = try await iterator.next()
      #expect(chunk == Array("12345".utf8))
      let error = await #expect(throws: SessionError.self) { try await iterator.next() }
      #expect(error?.code == .connectionLost)
      // The error is final.
      await #expect(throws: SessionError.self) { try await iterator.next() }
    }
  }
}
