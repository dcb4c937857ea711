import Glibc
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// `Expect: 100-continue` (RFC 9110 §10.1.1): bodies that wait for the server, and the outcome.
@Suite(.timeLimit(.minutes(5))) struct ExpectationTests {
  @Test(
    arguments: [
      (0, 1000, false), (1, 1000, false), (999, 1000, false), (1000, 1000, true), (5000, 1000, true),
      (1_048_575, 1 << 20, false), (1 << 20, 1 << 20, true), (5000, nil, false), (nil, 1000, true),
      (nil, nil, false),
    ] as [(Int?, Int64?, Bool)])
  func `a body of at least the threshold expects 100 Continue`(
    byteCount: Int?, threshold: Int64?, isExpected: Bool
  ) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } configure: {
      $0.expectContinueByteCount = threshold
    } test: { session, _ in
      let body: any BodySource =
        if let byteCount { BytesSource(patternedBytes(byteCount)) } else { ScriptedSource([.bytes([1, 2])]) }
      _ = try await session.send(session.request(.post, "", body: body))
    }
    #expect(received.only?["Expect"] == (isExpected ? ["100-continue"] : []))
    let isWhole = received.only?.body == byteCount.map { patternedBytes($0) } ?? [1, 2]
    #expect(isWhole)
  }

  @Test func `a body is sent after a second without 100 Continue`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      $1.sendsContinue = false
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "whole")
    } test: { session, server in
      let content = patternedBytes(2 << 20)
      let start = ContinuousClock.now
      let answer = try await session.upload(.bytes(content), to: "", decoding: .bytes)
      #expect(answer == Array("whole".utf8))
      // The second is libcurl's.
      #expect(ContinuousClock.now - start > .milliseconds(900))
      let isWhole = received.only?.body == content
      #expect(isWhole)
      #expect(received.only?["Expect"] == ["100-continue"])
    }
  }

  @Test(arguments: [102, 103]) func `another interim response does not delay the body`(status: Int)
    async throws
  {
    let received = Record<ReceivedRequest>()
    try await withServer {
      $1.sendsContinue = false
      // libcurl has been waiting for some time.
      usleep(100_000)
      try $1.write("HTTP/1.1 \(status) \r\n\r\n")
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "whole")
    } configure: {
      $0.expectContinueByteCount = 1
      $0.idleTimeout = .seconds(60)
    } test: { session, _ in
      let start = ContinuousClock.now
      let answer = try await session.upload(.text("body"), to: "", decoding: .bytes)
      #expect(answer == Array("whole".utf8))
      // Not at the end of the idle time.
      #expect(ContinuousClock.now - start < .seconds(50))
    }
    #expect(received.only?.text == "body")
  }

  @Test(arguments: [401, 403, 413, 500]) func `a refusal spares the body`(status: Int) async throws {
    let bodyBytes = Record<Int>()
    let opened = Record<Int>()
    try await withRawServer { connection in
      let request = try #require(try connection.readHead())
      #expect(request.expectsContinue)
      try connection.respond(status, body: "no")
      connection.finishWriting()
      bodyBytes.append(try connection.read().count)
    } test: { session, _ in
      let body = ScriptedSource([.run { opened.append(1) }, .bytes([1, 2, 3])])
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(body, to: "", decoding: .bytes)
      }
      #expect(error?.head.status.code == status)
      #expect(error?.body == Array("no".utf8))
    }
    #expect(bodyBytes.only == 0 && opened.count == 0)
  }

  /// RFC 9110 §15.5.18: the request may be repeated without the expectation.
  @Test func `after a 417 the body is sent without the expectation`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer { request, connection in
      if request.expectsContinue { return try connection.respond(417) }
      received.append(try ReceivedRequest(request, connection))
      try connection.respond(200, body: "whole")
    } test: { session, _ in
      let content = patternedBytes(2 << 20)
      let answer = try await session.upload(.bytes(content), to: "", decoding: .bytes)
      #expect(answer == Array("whole".utf8))
      let isWhole = received.only?.body == content
      #expect(isWhole)
    }
  }

  @Test func `a 417 to the caller's own expectation is the response`() async throws {
    let bodyBytes = Record<Int>()
    try await withRawServer { connection in
      let request = try #require(try connection.readHead())
      #expect(request.expectsContinue)
      try connection.respond(417)
      connection.finishWriting()
      bodyBytes.append(try connection.read().count)
    } test: { session, _ in
      let body = BytesSource([UInt8](repeating: 0, count: 3 << 20))
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(body, to: "", fields: [.expect: "100-continue"], decoding: .bytes)
      }
      #expect(error?.head.status == .expectationFailed)
    }
    #expect(bodyBytes.only == 0)
  }
}
