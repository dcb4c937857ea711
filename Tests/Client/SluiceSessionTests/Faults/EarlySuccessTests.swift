import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Responses with a status of 2xx that arrive before the request's body is complete: a server cannot have accepted what
/// it was not sent.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct EarlySuccessTests {
  /// A body that does not fit into the system's buffers.
  private static let large = BytesSource([UInt8](repeating: 1, count: 20_000_000))

  /// A way to send a request and to use its response.
  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Session, SessionRequest) async throws -> Void

    static let all = [
      Call(testDescription: "the body is decoded") { _ = try await $0.send($1, decoding: .bytes) },
      Call(testDescription: "the body is ignored") { try await $0.send($1, decoding: .ignored) },
      Call(testDescription: "only the head is used") { _ = try await $0.send($1) },
      Call(testDescription: "the head, and the body is discarded") {
        await (try $0.send($1) as SessionResponse).discard()
      },
      Call(testDescription: "the elements are decoded") {
        for try await _ in $0.stream($1, decoding: .lines()) {}
      },
      Call(testDescription: "a transfer with a handle") {
        _ = try await $0.transfer($1, decoding: .bytes).value
      },
    ]
  }

  /// A response, and how the connection ends after it.
  struct Ending: Sendable, CustomTestStringConvertible {
    var testDescription: String { head }
    let head: String

    static let all = [
      "200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
      "201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
      "204 No Content\r\nConnection: close\r\n\r\n",
      "200 OK\r\n\r\nuntil the end of the connection",
    ].map { Ending(head: $0) }
  }

  /// Responds at once, closes its side of the connection, and reads nothing.
  private static func respondEarly(_ head: String, _ connection: LoopbackConnection) throws {
    try connection.write("HTTP/1.1 \(head)")
    connection.finishWriting()
    connection.stall()
  }

  private static func expectCut(_ byteCount: Int64?, _ call: () async throws -> Void) async throws {
    let error = try #require(await #expect(throws: SessionError.self) { try await call() })
    #expect(error.code == .earlyResponse)
    let counts = try #require(error.underlying as? BodyError)
    #expect(counts.code == .byteCountMismatch)
    #expect(counts.expectedByteCount == byteCount)
    let sent = try #require(counts.actualByteCount)
    if let byteCount { #expect(sent < byteCount) }
  }

  @Test(arguments: Call.all, Ending.all)
  func `a success before the body was sent is an error with both counts`(call: Call, ending: Ending)
    async throws
  {
    try await withRawServer {
      if try $0.readHead() != nil { try Self.respondEarly(ending.head, $0) }
    } test: { session, _ in
      try await Self.expectCut(20_000_000) {
        try await call.run(session, session.request(.post, "", body: Self.large))
      }
    }
  }

  @Test func `a success after most of a small body is an error`() async throws {
    let rest = Event()
    let body = ScriptedSource(
      byteCount: 300_000, [.bytes(patternedBytes(262_144)), .wait(rest), .bytes(patternedBytes(37_856))])
    try await withRawServer {
      guard try $0.readHead() != nil else { return }
      try $0.readBody(onlyUpTo: 262_144)
      try Self.respondEarly(Ending.all[0].head, $0)
    } test: { session, _ in
      try await Self.expectCut(300_000) { _ = try await session.upload(body, to: "", decoding: .bytes) }
    }
  }

  @Test func `a success before a body of unknown size was sent is an error`() async throws {
    let body = ScriptedSource(Array(repeating: .bytes([UInt8](repeating: 1, count: 100_000)), count: 200))
    try await withRawServer {
      if try $0.readHead() != nil { try Self.respondEarly(Ending.all[0].head, $0) }
    } test: { session, _ in
      try await Self.expectCut(nil) { _ = try await session.upload(body, to: "", decoding: .bytes) }
    }
  }

  @Test func `a success instead of 100 (Continue) is an error`() async throws {
    try await withServer { _, connection in
      connection.sendsContinue = false
      try connection.respond(200, headers: [("Connection", "close")], body: "ok")
    } configure: {
      $0.expectContinueByteCount = 1
    } test: { session, _ in
      try await Self.expectCut(1000) {
        _ = try await session.upload(.bytes(patternedBytes(1000)), to: "", decoding: .bytes)
      }
    }
  }

  /// Redirects each POST to a page, before its body is read.
  private static func redirectEarly(_ status: Int, _ connection: LoopbackConnection) throws {
    guard let request = try connection.readHead() else { return }
    if request.method == "GET" {
      return try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nlog in")
    }
    try respondEarly(
      "\(status) Go\r\nLocation: /login\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", connection)
  }

  @Test(arguments: [301, 302, 303], [20_000_000, nil])
  func `a redirect that drops the body before it was sent is an error`(status: Int, byteCount: Int64?)
    async throws
  {
    let block = [UInt8](repeating: 1, count: 100_000)
    let body = ScriptedSource(byteCount: byteCount, Array(repeating: .bytes(block), count: 200))
    try await withRawServer {
      try Self.redirectEarly(status, $0)
    } test: { session, _ in
      try await Self.expectCut(byteCount) { _ = try await session.upload(body, to: "", decoding: .text()) }
    }
  }

  @Test func `a redirect that drops the body is followed early if the request accepts it`() async throws {
    try await withRawServer {
      try Self.redirectEarly(303, $0)
    } test: { session, _ in
      var request = try session.request(.post, "", body: Self.large)
      request.options.acceptsEarlyResponse = true
      let page: String = try await session.send(request, decoding: .text())
      #expect(page == "log in")
    }
  }

  @Test func `a redirect to a page instead of 100 (Continue) is an error`() async throws {
    try await withServer { request, connection in
      connection.sendsContinue = false
      if request.method == "GET" { return try connection.respond(200, body: "log in") }
      try connection.respond(303, headers: [("Location", "/login"), ("Connection", "close")])
    } configure: {
      $0.expectContinueByteCount = 1
    } test: { session, _ in
      try await Self.expectCut(1000) {
        _ = try await session.upload(.bytes(patternedBytes(1000)), to: "", decoding: .bytes)
      }
    }
  }

  /// The usual response to a form: the server has the whole body.
  @Test(arguments: [0, 1, 1000, 300_000, 5_000_000], [301, 302, 303])
  func `a redirect to a page after the whole body is followed`(byteCount: Int, status: Int) async throws {
    let bytes = patternedBytes(byteCount)
    let received = Record<Int>()
    try await withServer { request, connection in
      if request.method == "GET" { return try connection.respond(200, body: "thanks") }
      received.append(try connection.readBody(upTo: 10_000_000).count)
      try connection.redirect(status, to: "/thanks")
    } test: { session, _ in
      let unknown = ScriptedSource(Array(repeating: .bytes(bytes), count: min(byteCount, 1)))
      for body in [BytesSource(bytes), unknown] as [any BodySource] {
        let page: String = try await session.upload(body, to: "", decoding: .text())
        #expect(page == "thanks")
      }
    }
    #expect(received.all == [byteCount, byteCount])
  }

  /// The server keeps the connection, and may still wait for the body: it could take another request for a part of it
  /// (RFC 9110 §10.1.1).
  @Test(arguments: [200, 201, 204, 299, 417], [true, false])
  func `a connection whose request has no body is not used again`(status: Int, accepts: Bool) async throws {
    let (requests, bodies) = (Record<String>(), Record<Bool>())
    try await withRawServer { connection in
      connection.sendsContinue = false
      while let request = try connection.readHead() {
        requests.append("\(request.method)\(request.expectsContinue ? " expecting" : "")")
        if !request.expectsContinue { try connection.readBody { _ in } }
        try connection.write(
          "HTTP/1.1 \(request.expectsContinue ? status : 200) \r\nContent-Length: 0\r\n\r\n")
        // libcurl 8.23 sends the body of a success nevertheless. The connection can be used again then.
        if request.expectsContinue { bodies.append((try? connection.readBody { _ in }) != nil) }
      }
    } configure: {
      $0.expectContinueByteCount = 1
    } test: { session, server in
      var request = try session.request(.put, "", body: .bytes(patternedBytes(1000)))
      request.options.acceptsEarlyResponse = accepts
      if accepts || status == 417 {
        try await session.send(request, decoding: .ignored)
      } else {
        let result = await Result.catching { try await session.send(request, decoding: .ignored) }
        if case .failure(let error) = result { #expect((error as? SessionError)?.code == .earlyResponse) }
      }
      _ = try await session.get("next", decoding: .bytes)
      if bodies.all != [true] { #expect(server.acceptedConnections == 2) }
    }
    #expect(requests.all == ["PUT expecting"] + (status == 417 ? ["PUT"] : []) + ["GET"])
  }

  @Test func `a success with a large body is an error at the end of the body`() async throws {
    let byteCount = 4 << 20
    try await withRawServer {
      guard try $0.readHead() != nil else { return }
      try $0.write("HTTP/1.1 200 OK\r\nContent-Length: \(byteCount)\r\nConnection: close\r\n\r\n")
      try $0.write([UInt8](repeating: 0x78, count: byteCount))
      $0.finishWriting()
      $0.stall()
    } test: { session, _ in
      let request = try session.request(.post, "", body: Self.large)
      let response: SessionResponse = try await session.send(request)
      #expect(response.head.status == .ok)
      try await Self.expectCut(20_000_000) { _ = try await response.body.collect(upTo: 2 * byteCount) }
      // Less is discarded than would let the server send the whole response.
      try await Self.expectCut(20_000_000) { try await session.send(request, decoding: .ignored) }
    }
  }

  @Test(arguments: [300, 400, 413, 503])
  func `other statuses are responses as before`(status: Int) async throws {
    try await withRawServer {
      guard try $0.readHead() != nil else { return }
      try Self.respondEarly("\(status) No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno", $0)
    } test: { session, _ in
      let request = try session.request(.post, "", body: Self.large)
      let response: SessionResponse = try await session.send(request)
      #expect(response.head.status.code == status)
      #expect(try await response.body.collect(upTo: 10) == Array("no".utf8))
    }
  }

  // MARK: Early responses of servers that read the whole body

  @Test(arguments: [20_000_000, nil], [true, false])
  func `the response is returned when the body has been sent`(byteCount: Int64?, closes: Bool) async throws {
    let (rest, hasRead) = (Event(), Event())
    let bytes = [UInt8](repeating: 1, count: 10_000_000)
    // After the pause, the start of the response has arrived, unless the machine is busy. The outcome is the same.
    let body = ScriptedSource(
      byteCount: byteCount,
      [.bytes(bytes), .wait(rest), .pause(.milliseconds(20)), .bytes(bytes), .run { hasRead.happen() }])
    let received = Record<Int>()
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 1)
      try connection.write(
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\(closes ? "Connection: close\r\n" : "")\r\nearly")
      rest.happen()
      received.append(try connection.readBody(upTo: 30_000_000).count)
      try connection.write([UInt8](repeating: 0x78, count: 995))
    } test: { session, _ in
      let response: SessionResponse = try await session.send(session.request(.post, "", body: body))
      #expect(hasRead.hasHappened)
      #expect(try await response.body.collect(upTo: 1000).count == 1000)
    }
    let count = try #require(received.only)
    #expect(count > 19_000_000)
  }

  @Test func `a reader that accepts an early response gets it at once`() async throws {
    let rest = Event()
    let body = ScriptedSource([.bytes([1]), .wait(rest), .bytes([2])])
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 1)
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n1")
      try connection.readBody(onlyUpTo: 1)
      try connection.write("23")
    } test: { session, _ in
      var request = try session.request(.post, "", body: body)
      request.options.acceptsEarlyResponse = true
      let response: SessionResponse = try await session.send(request)
      var chunks = response.body.makeAsyncIterator()
      #expect(try await chunks.next() == Array("1".utf8))
      rest.happen()
      var bytes: [UInt8] = []
      while let chunk = try await chunks.next() { bytes += chunk }
      #expect(bytes == Array("23".utf8))
    }
  }

  @Test(arguments: Call.all)
  func `a caller that accepts it succeeds without the whole body`(call: Call) async throws {
    try await withRawServer {
      if try $0.readHead() != nil { try Self.respondEarly(Ending.all[0].head, $0) }
    } test: { session, _ in
      var request = try session.request(.post, "", body: Self.large)
      request.options.acceptsEarlyResponse = true
      try await call.run(session, request)
    }
  }

  @Test func `an early success is not retried`() async throws {
    try await withRawServer {
      if try $0.readHead() != nil { try Self.respondEarly(Ending.all[0].head, $0) }
    } configure: {
      $0.retries = .standard
    } test: { session, server in
      try await Self.expectCut(20_000_000) {
        try await session.send(session.request(.put, "", body: Self.large), decoding: .ignored)
      }
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `a server that responds, and neither reads nor closes, is not a reason to time out`()
    async throws
  {
    let gate = Gate()
    try await withRawServer {
      _ = try $0.readHead()
      try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      try gate.pass()
    } configure: {
      ($0.idleTimeout, $0.timeout) = (.milliseconds(300), nil)
      $0.retries = .standard
    } test: { session, server in
      defer { gate.open() }
      let error = await #expect(throws: SessionError.self) {
        try await session.send(session.request(.put, "", body: Self.large), decoding: .ignored)
      }
      #expect(error?.code == .earlyResponse && server.acceptedConnections == 1)
    }
  }

  @Test func `the framing of chunks is what a chunked body takes`() {
    var framing = ChunkFraming()
    var expected = "0\r\n\r\n".utf8.count
    for count in [1, 15, 16, 255, 256, 300, 65_523, 0] {
      framing.didRead(count)
      if count > 0 { expected += "\(String(count, radix: 16))\r\n\r\n".utf8.count }
      #expect(framing.byteCount == expected)
    }
  }
}

/// Bytes in a response that trickles are not waited for when it is discarded.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DiscardedBodyTests {
  @Test func `a body that trickles is not discarded to its end`() async throws {
    let gate = Gate()
    try await withServer { request, connection in
      if request.target == "/next" { return try connection.respond(200, body: "next") }
      try connection.write("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 1000\r\n\r\n1")
      try gate.pass()
    } configure: {
      $0.idleTimeout = nil
      $0.timeout = nil
    } test: { session, _ in
      defer { gate.open() }
      let text: String = try await session.get("", decoding: .text())
      #expect(text == "next")
    }
  }
}
