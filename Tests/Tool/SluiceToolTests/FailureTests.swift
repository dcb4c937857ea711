import SluiceLoopback
import SluiceTestSupport
import Testing

/// Other failures, with their exit codes and their lines on standard error.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FailureTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("good", [1, 2, 3])
    try folder.directory("folder")
    try folder.socket("socket")
    _ = try folder.symbolicLink("dangling", to: folder.path("nowhere"))
  }

  @Test(arguments: [
    ("missing", "file-missing"), ("folder", "file-is-directory"), ("good/below", "file-missing"),
    ("socket", "file-unreadable"), ("dangling", "file-missing"), ("", "file-is-directory"),
  ]) func `a file that cannot be read is an error before connecting`(name: String, code: String) throws {
    let server = try UploadServer()
    let outcome = try sluice(
      "upload", server.url, "-F", "a=@\(folder.path)/good", "-F", "b=@\(folder.path(name))")
    outcome.expectFailure(66, code, saying: folder.path(name))
    #expect(server.connectionCount == 0)
  }

  @Test func `a missing file for a field is an error`() throws {
    try sluice("multipart", "encode", "-F", "a=b", "-F", "b=<\(folder.path)/missing")
      .expectFailure(66, "file-missing", saying: "\(folder.path)/missing")
  }

  @Test(arguments: [("file-grew", 5_000_001), ("file-shrank", 4_000_000)])
  func `a file that changes while it is sent is an error`(code: String, size: Int) throws {
    // More than a connection takes if its other end does not read.
    try folder.file("changing")
    try folder.truncate("changing", to: 50_000_000)
    try withServer { [folder] connection in
      _ = try connection.readHead()
      _ = try connection.read()
      try folder.truncate("changing", to: Int64(size * 10))
      connection.waitForClose()
    } test: { server in
      let outcome = try sluice("upload", server.url, "-F", "a=@\(folder.path("changing"))")
      outcome.expectFailure(
        66, code, saying: folder.path("changing"), "expected 50000000 bytes, found \(size * 10)")
    }
  }

  @Test func `a refused connection is an error`() throws {
    try DeadPort.refusing.with { port in
      try sluice("upload", "http://127.0.0.1:\(port)/", "-F", "a=b")
        .expectFailure(69, "connection-failed", saying: "127.0.0.1", "\(port)")
    }
  }

  @Test func `an unknown host is an error`() throws {
    try sluice("upload", "http://nobody.invalid/", "-F", "a=b")
      .expectFailure(69, "unknown-host", saying: "nobody.invalid")
  }

  @Test(arguments: [
    ("reset", "connection-lost"), ("nothing", "connection-lost"), ("no http", "invalid-response"),
    ("short", "connection-lost"), ("bad chunk", "invalid-response"), ("half a head", "connection-lost"),
    ("two lengths", "invalid-response"),
  ]) func `a server that breaks the protocol is an error`(fault: String, code: String) throws {
    try withServer { connection in
      _ = try connection.readHead()
      _ = try connection.readBody()
      switch fault {
      case "reset": connection.reset()
      case "no http": try connection.write("SSH-2.0-Server\r\n")
      case "short": try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort")
      case "bad chunk": try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")
      case "half a head": try connection.write("HTTP/1.1 200 OK\r\nX-A: ")
      case "two lengths":
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab")
      default: break
      }
    } test: { server in
      try sluice("upload", server.url, "-F", "a=b").expectFailure(76, code)
    }
  }

  @Test func `an early error response is reported and printed`() throws {
    try folder.file("big")
    try folder.truncate("big", to: 50_000_000)
    try withServer { connection in
      _ = try connection.readHead()
      try connection.respond(413, reason: "Too Large", headers: [("Connection", "close")], body: "too large")
    } test: { server in
      let outcome = try sluice("upload", server.url, "-F", "a=@\(folder.path("big"))")
      outcome.expectFailure(78, "unacceptable-status", saying: "413 Too Large")
      #expect(outcome.text == "too large")
    }
  }
}
