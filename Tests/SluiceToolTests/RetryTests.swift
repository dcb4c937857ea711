import SluiceLoopback
import SluiceTestSupport
import Testing

/// `--retry`: what failed for a while is sent again, whatever its method.
@Suite struct RetryTests {
  /// A server that is busy twice.
  private func busyServer() throws -> UploadServer {
    let count = CallCounter()
    return try UploadServer { _, connection in
      count.add()
      try connection.respond(count.count < 3 ? 503 : 200, body: "answer \(count.count)")
    }
  }

  @Test func anUploadIsTriedAgain() throws {
    let server = try busyServer()
    let outcome = try sluice("upload", server.url, "-F", "a=b", "--retry", "2")
    outcome.expectSuccess()
    #expect(outcome.text == "answer 3")
    #expect(server.requests.count == 3 && Set(server.requests.map(\.body)).count == 1)
  }

  @Test func notOnceMoreThanItIsAsked() throws {
    let server = try busyServer()
    let outcome = try sluice("request", "POST", server.url, "--json", "1", "--retry", "1")
    outcome.expectFailure(78, "unacceptable-status", saying: "503")
    #expect(outcome.text == "answer 2")
  }

  @Test func notUnasked() throws {
    let server = try busyServer()
    let outcome = try sluice("upload", server.url, "-F", "a=b")
    outcome.expectFailure(78, "unacceptable-status", saying: "503")
    #expect(outcome.text == "answer 1")
  }
}
