import SluiceLoopback
import SluiceTestSupport
import Testing

/// Repeated requests with `--retry`, whatever their method.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct RetryTests {
  /// Starts a server whose first two responses are 503.
  private func busyServer() throws -> UploadServer {
    let count = CallCounter()
    return try UploadServer { _, connection in
      count.add()
      try connection.respond(count.count < 3 ? 503 : 200, body: "answer \(count.count)")
    }
  }

  @Test func `an upload is retried`() throws {
    let server = try busyServer()
    let outcome = try sluice("upload", server.url, "-F", "a=b", "--retry", "2")
    outcome.expectSuccess()
    #expect(outcome.text == "answer 3")
    #expect(server.requests.count == 3 && Set(server.requests.map(\.body)).count == 1)
  }

  @Test func `a request is not retried more often than requested`() throws {
    let server = try busyServer()
    let outcome = try sluice("request", "POST", server.url, "--json", "1", "--retry", "1")
    outcome.expectFailure(78, "unacceptable-status", saying: "503")
    #expect(outcome.text == "answer 2")
  }

  @Test func `nothing is retried by default`() throws {
    let server = try busyServer()
    let outcome = try sluice("upload", server.url, "-F", "a=b")
    outcome.expectFailure(78, "unacceptable-status", saying: "503")
    #expect(outcome.text == "answer 1")
  }
}
