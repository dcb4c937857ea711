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

  @Test(arguments: ["upload", "upload-parts", "upload-files", "outbox"])
  func `a command that retries by default does not with 0`(command: String) throws {
    let server = try busyServer()
    let folder = try TemporaryDirectory()
    let file = try folder.file("a", [1])
    let urls = try folder.file("urls", Array(server.url.utf8))
    let manifest = try folder.file("manifest", Array(#"{"path":"a"}"#.utf8))
    let outbox = folder.path("outbox")
    if command == "outbox" { try sluice("outbox", "add", outbox, server.url, "--data", "1").expectSuccess() }
    let arguments =
      switch command {
      case "upload": ["upload", server.url, file, "--resumable", "--record", folder.path("record")]
      case "upload-parts": ["upload-parts", file, "--urls", urls, "--record", folder.path("record")]
      case "upload-files": ["upload-files", manifest, "--url", server.url + "/{path}"]
      default: ["outbox", "run", outbox, "--until-idle"]
      }
    let outcome = try sluice(arguments + ["--retry", "0"])
    #expect(outcome.end == .exited(command == "outbox" ? 1 : 78), "\(outcome)")
    #expect(server.requests.count == 1)
  }

  @Test func `a file is not sent again after a response that breaks off`() throws {
    let server = try UploadServer {
      try $1.respond(200, headers: [("Content-Length", "100"), ("Connection", "close")], body: "abc")
    }
    let folder = try TemporaryDirectory()
    _ = try folder.file("a", [1])
    let manifest = try folder.file("manifest", Array(#"{"path":"a"}"#.utf8))
    try sluice("upload-files", manifest, "--url", server.url, "--part", "file", "--retry", "2")
      .expectFailure(76, "connection-lost")
    #expect(server.requests.count == 1)
  }

  @Test func `nothing is retried by default`() throws {
    let server = try busyServer()
    let outcome = try sluice("upload", server.url, "-F", "a=b")
    outcome.expectFailure(78, "unacceptable-status", saying: "503")
    #expect(outcome.text == "answer 1")
  }
}
