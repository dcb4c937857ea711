import Sluice
import SluiceLoopback
import Testing

/// Requests through a proxy, for which the server stands in.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
  @Test func `a proxy is sent the whole URL`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "through")
    } test: { _, server in
      let session = Session(.test { $0.proxy = server.url })
      let answer = try await session.upload(.text("body"), to: "http://some.example/a?b", decoding: .bytes)
      #expect(answer == Array("through".utf8))
      await session.invalidate()
    }
    #expect(received.only?.head.target == "http://some.example/a?b")
    #expect(received.only?["Host"] == ["some.example"])
    #expect(received.only?.text == "body")
  }

  @Test func `a proxy's refusal is not the server's response`() async throws {
    let targets = Record<String>()
    try await withServer {
      targets.append("\($0.method) \($0.target)")
      try $1.respond(403, body: "no")
    } test: { _, server in
      let session = Session(.test { $0.proxy = server.url })
      let error = await #expect(throws: SessionError.self) {
        try await session.get("https://some.example/", decoding: .bytes)
      }
      #expect(error?.code == .connectionFailed)
      await session.invalidate()
    }
    #expect(targets.all == ["CONNECT some.example:443"])
  }

  @Test func `an unreachable proxy is a failed connection`() async throws {
    let server = try LoopbackServer { _ in }
    server.stop()
    let session = Session(.test { $0.proxy = server.url })
    let error = await #expect(throws: SessionError.self) {
      try await session.get("http://some.example/", decoding: .bytes)
    }
    #expect(error?.code == .connectionFailed)
    await session.invalidate()
  }
}
