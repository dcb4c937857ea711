import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Text of a server in messages and errors, whose control characters would reach a terminal.
@Suite(.timeLimit(.minutes(5))) struct LogTextTests {
  @Test func `messages and errors escape the control characters of a response`() async throws {
    let log = CapturingLog()
    let error = try await withRawServer {
      _ = try $0.readHead()
      let attack = "\u{9B}2J\u{202E}"
      try $0.write("HTTP/1.1 404 \(attack)\r\nX: \(attack)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
    } test: { session, server in
      await #expect(throws: ResponseError.self) { try await session.get(server.url, decoding: .bytes) }
    }
    #expect(error?.description.hasPrefix("unacceptable-status: 404 \\u{9B}2J\\u{202E} (") == true)
    #expect(error?.response.status.reasonPhrase == "\u{9B}2J\u{202E}", "the property is as it came")
    #expect(log.lines.all.contains { $0.hasPrefix("< X: \\u{9B}2J\\u{202E}") }, "\(log.lines.all)")
    #expect(!log.lines.all.joined().unicodeScalars.contains("\u{9B}"))
    #expect(SessionError(.tlsFailed, message: "a\u{9B}\n").description == "tls-failed: a\\u{9B}\\u{A}")
  }
}
