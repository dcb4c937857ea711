import Glibc
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The limits of a transfer.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct TransferLimitTests {
  @Test func `a response over --max-body is an error`() throws {
    let server = try UploadServer { try $1.respond(200, body: "12345") }
    let exact = try sluice("upload", server.url, "-F", "a=b", "--max-body", "5")
    exact.expectSuccess()
    #expect(exact.text == "12345")
    try sluice("upload", server.url, "-F", "a=b", "--max-body", "4")
      .expectFailure(65, "body-too-large", saying: "more than 4 bytes")
    let empty = try UploadServer { try $1.respond(200) }
    try sluice("upload", empty.url, "-F", "a=b", "--max-body", "0").expectSuccess()
  }

  @Test(arguments: [
    ("sse", "text/event-stream", ":\n"), ("jsonl", "application/jsonl", "\n"),
    ("json-seq", "application/json-seq", "\u{1E}"), ("json-elements", "application/json", " "),
  ]) func `bytes between elements count for --max-body`(format: String, type: String, piece: String) throws {
    let server = try UploadServer {
      try $1.respond(
        200, headers: [("Content-Type", type)], body: String(repeating: piece, count: 300 << 10))
    }
    try sluice("request", server.url, "--expect", format, "--max-body", "100K")
      .expectFailure(65, "body-too-large", saying: "more than 102400 bytes")
  }

  @Test func `the last descriptors are left to the runtime`() throws {
    let server = try UploadServer { try $1.respond(200) }
    let folder = try TemporaryDirectory()
    for name in 0..<64 { _ = try folder.file("\(name)", [1]) }
    let lines = (0..<64).map { #"{"path":"\#($0)"}"# }.joined(separator: "\n")
    let manifest = try folder.file("manifest", Array(lines.utf8))
    let script = #"ulimit -n 20; exec "$0" "$@""#
    let arguments = ["upload-files", manifest, "--url", server.url + "/{path}", "--parallel", "64"]
    let outcome = try Run("sh", ["-c", script, toolPath] + arguments + ["--retry", "2"]).finish()
    guard case .exited = outcome.end else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func `a server that sends nothing times out`() throws {
    try withServer {
      $0.stall()
    } test: { server in
      try sluice("upload", server.url, "-F", "a=b", "--timeout", "0.2").expectFailure(75, "timed-out")
    }
  }

  @Test(arguments: [
    (["--timeout", "0.2"], "not complete after 0.2 seconds (timeout)"),
    (["--response-timeout", "0.2"], "within 0.2 seconds after the request (responseTimeout)"),
    (["--response-timeout", "0.2", "--timeout", "100"], "(responseTimeout)"),
  ]) func `a time limit is named`(options: [String], message: String) throws {
    try withServer {
      $0.stall()
    } test: { server in
      try sluice(["request", server.url] + options).expectFailure(75, "timed-out", saying: message)
    }
  }

  @Test func `a server may work longer than the limit without progress`() throws {
    let server = try UploadServer { _, connection in
      usleep(600_000)
      try connection.respond(200, body: "done")
    }
    let outcome = try sluice("upload", server.url, "-F", "a=b", "--idle-timeout", "0.2", "--timeout", "100")
    outcome.expectSuccess()
    #expect(outcome.text == "done")
  }

  @Test func `a response that stops times out`() throws {
    try withServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
      connection.stall()
    } test: { server in
      for option in ["--timeout", "--idle-timeout"] {
        let outcome = try sluice("upload", server.url, "-F", "a=b", option, "0.2")
        outcome.expectFailure(75, "timed-out")
        #expect(outcome.text == "12345")
      }
    }
  }

  @Test func `a connection that is not accepted times out`() throws {
    try DeadPort.hanging.with { port in
      try sluice("upload", "http://127.0.0.1:\(port)/", "-F", "a=b", "--connect-timeout", "0.2")
        .expectFailure(75, "timed-out")
    }
  }

  @Test func `redirects are followed up to the limit`() throws {
    let server = try UploadServer { request, connection in
      let step = Int(request.head.target.dropFirst()) ?? 0
      try connection.respond(
        step < 3 ? 307 : 200, headers: [("Location", "/\(step + 1)")], body: "step \(step)")
    }
    let enough = try sluice("upload", server.url, "-F", "a=b", "--max-redirects", "3")
    enough.expectSuccess()
    #expect(enough.text == "step 3")
    try sluice("upload", server.url, "-F", "a=b", "--max-redirects", "2")
      .expectFailure(77, "too-many-redirects", saying: "2")
    let none = try sluice("upload", server.url, "-F", "a=b", "--max-redirects", "0")
    none.expectFailure(78, "unacceptable-status", saying: "307")
    #expect(none.text == "step 0")
  }

  @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd"])
  func `a redirect to another scheme is refused`(location: String) throws {
    let server = try UploadServer { try $1.respond(302, headers: [("Location", location)]) }
    try sluice("upload", server.url, "-F", "a=b").expectFailure(77, "redirect-refused")
    #expect(server.requests.count == 1)
  }

  @Test func `a body that can be read only once is not sent again`() throws {
    let server = try UploadServer { try $1.respond(307, headers: [("Location", "/there")]) }
    try sluice("upload", server.url, "-F", "a=@-", input: .bytes([1, 2, 3]))
      .expectFailure(77, "not-replayable", saying: "the response 307 asks for it again (\(server.url)/)")
    #expect(server.requests.count == 1)
  }
}
