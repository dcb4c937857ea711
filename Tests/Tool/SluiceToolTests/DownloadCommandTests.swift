import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Files of `download`, which are either whole or missing.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DownloadCommandTests {
  private let folder: TemporaryDirectory
  private let content = sampleBytes(1_000_000)
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  private func names() throws -> [String] { try folder.shownNames() }

  private func expectFile(at location: SourceLocation = #_sourceLocation) throws {
    let isSame = try folder.contents("file") == content
    #expect(isSame, sourceLocation: location)
    #expect(try names() == ["file"], sourceLocation: location)
  }

  /// Sends a head for a body of `size` bytes, and a part of the body. The entity tag is optional.
  private static func send(
    _ content: some Sequence<UInt8>, of size: Int, from first: Int = 0, tag: String? = "\"1\"",
    to connection: LoopbackConnection
  ) throws {
    let range = first == 0 ? "" : "Content-Range: bytes \(first)-\(size - 1)/\(size)\r\n"
    let tag = tag.map { "ETag: \($0)\r\n" } ?? ""
    try connection.write(
      "HTTP/1.1 \(first == 0 ? 200 : 206) \r\n\(range)\(tag)Content-Length: \(size - first)\r\n\r\n")
    try connection.write(Array(content))
  }

  @Test func `a file is downloaded with the given fields and credentials`() throws {
    let server = try UploadServer { [content] in try $1.respond(200, body: content) }
    let outcome = try sluice("download", server.url, "-o", path, "-H", "X-A: b", "--bearer", "hush")
    outcome.expectSuccess()
    #expect(outcome.output == [])
    try expectFile()
    let request = try server.onlyRequest()
    #expect(request.head.method == "GET" && request["X-A"] == ["b"] && request["Range"] == [])
    #expect(request["Authorization"] == ["Bearer hush"])
  }

  @Test func `a download can go to standard output, after earlier output`() throws {
    let server = try UploadServer { [content] in try $1.respond(200, body: content) }
    let outcome = try sluice("download", server.url, "-o", "/dev/stdout")
    outcome.expectSuccess()
    let isSame = outcome.output == content
    #expect(isSame)
    // After the output that is already there.
    let script = #"{ echo first; "$0" download "$1" -o /dev/stdout; } > "$2""#
    try Run("sh", ["-c", script, toolPath, server.url, folder.path("log")]).finish().expectSuccess()
    let isBehind = try folder.contents("log") == Array("first\n".utf8) + content
    #expect(isBehind)
    #expect(try names() == ["log"])
  }

  @Test(arguments: [[], ["--segments", "4"], ["--resume"]])
  func `what is on standard output is not followed by a second attempt`(options: [String]) throws {
    try withServer { connection in
      _ = try connection.readHead()
      try Self.send("01234".utf8, of: 10, to: connection)
      connection.finishWriting()
    } test: { server in
      let outcome = try sluice(
        ["download", server.url, "-o", "/dev/stdout", "--retry", "1"] + options)
      outcome.expectFailure(76, "connection-lost")
      #expect(outcome.text == "01234")
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `the head goes to standard output and the body to the file with -i`() throws {
    let server = try UploadServer { [content] in try $1.respond(200, body: content) }
    let outcome = try sluice("download", server.url, "-o", path, "-i")
    outcome.expectSuccess()
    #expect(outcome.text.hasPrefix("HTTP/1.1 200\r\n") && outcome.text.hasSuffix("\r\n\r\n"))
    #expect(outcome.text.contains("Content-Length: 1000000\r\n"))
    try expectFile()
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT], [1, 65_537, 700_000])
  func `a download that a signal ended can be resumed`(signal: CInt, count: Int) throws {
    let requests = Lock<[LoopbackRequest]>([])
    try withServer { [content] connection in
      guard let request = try connection.readHead() else { return }
      requests.withLock { $0.append(request) }
      if let range = request["Range"], let first = Int(range.dropFirst(6).dropLast()) {
        return try Self.send(content[first...], of: content.count, from: first, to: connection)
      }
      try Self.send(content[..<count], of: content.count, to: connection)
      connection.waitForClose()
    } test: { server in
      let run = try start("download", server.url, "-o", path)
      #expect(isWritten(count))
      run.send(signal)
      let outcome = run.finish()
      #expect(outcome.end == (signal == SIGKILL ? .killed(by: signal) : .exited(128 + signal)))
      #expect(try names() == ["(partial)", "(record)"])
      try sluice("download", server.url, "-o", path, "--resume").expectSuccess()
    }
    try expectFile()
    #expect(requests.withLock { $0 }.map { $0["Range"] } == [nil, "bytes=\(count)-"])
    #expect(requests.withLock { $0 }.last?["If-Range"] == "\"1\"")
  }

  private func isWritten(_ count: Int) -> Bool {
    eventuallyOnThread {
      (try? FileStatus(ofReadableFileAt: folder.path(folder.partialName())).byteCount) ?? 0 >= count
    }
  }

  @Test(arguments: [SIGTERM, SIGINT]) func `an ended download that cannot be resumed is removed`(signal: CInt)
    throws
  {
    try withServer { [content] connection in
      _ = try connection.readHead()
      try Self.send(content.prefix(5000), of: content.count, tag: nil, to: connection)
      connection.waitForClose()
    } test: { server in
      let run = try start("download", server.url, "-o", path, "--resume")
      #expect(isWritten(5000))
      run.send(signal)
      #expect(run.finish().end == .exited(128 + signal))
    }
    #expect(try names() == [])
  }

  @Test func `a killed download without a resume record starts over`() throws {
    let isSecond = Event()
    try withServer { [content] connection in
      _ = try connection.readHead()
      if try folder.names().isEmpty {
        try Self.send(content.prefix(5000), of: content.count, tag: nil, to: connection)
        return connection.waitForClose()
      }
      isSecond.happen()
      try Self.send(content, of: content.count, tag: nil, to: connection)
    } test: { server in
      let run = try start("download", server.url, "-o", path)
      #expect(isWritten(5000))
      run.send(SIGKILL)
      _ = run.finish()
      try sluice("download", server.url, "-o", path, "--resume").expectSuccess()
    }
    try expectFile()
  }

  /// The same as a full disk, except for the number of the error.
  @Test func `a download that reaches the file size limit fails and can be resumed`() throws {
    let server = try UploadServer { [content] request, connection in
      let first = request["Range"].first.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
      try Self.send(content[first...], of: content.count, from: first, to: connection)
    }
    let script = #"ulimit -f 100; exec "$0" download "$1" -o "$2""#
    try Run("sh", ["-c", script, toolPath, server.url, path]).finish()
      .expectFailure(74, "write-failed", saying: path, "File too large")
    let left = try folder.contents(folder.partialName())
    #expect(left.count > 0 && left.elementsEqual(content.prefix(left.count)))
    try sluice("download", server.url, "-o", path, "--resume").expectSuccess()
    try expectFile()
  }

  @Test func `a failed download reports its cause`() throws {
    let server = try UploadServer { request, connection in
      switch request.head.target {
      case "/cut":
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n012")
        connection.finishWriting()
      case "/part": try connection.respond(206, body: "0")
      case "/none": try connection.respond(404, reason: "Not Found", body: "no such file")
      default: try connection.respond(200, headers: [("ETag", "\"1\"")], body: "0123456789")
      }
    }
    func download(_ target: String, _ options: String...) throws -> Outcome {
      try sluice(["download", server.url + target, "-o", path] + options)
    }
    try download("/cut").expectFailure(76, "connection-lost", saying: server.url)
    try download("/part").expectFailure(76, "invalid-response", saying: server.url)
    try download("/none").expectFailure(78, "unacceptable-status", saying: "404 Not Found", "no such file")
    try download("/", "--max-body", "9").expectFailure(65, "body-too-large", saying: "9 bytes")
    #expect(try names() == [])
    try sluice("download", server.url, "-o", "/dev/full").expectFailure(
      74, "write-failed", saying: "/dev/full")
    try sluice("download", server.url).expectFailure(64, "usage", saying: "--output")
    try sluice("download", "ftp://127.0.0.1/", "-o", path).expectFailure(64, "invalid-url")
  }

  @Test func `a second download to the same file fails`() throws {
    let released = Event()
    try withServer { [content] connection in
      _ = try connection.readHead()
      try Self.send(content.prefix(5000), of: content.count, to: connection)
      try released.waitOnThread()
      try connection.write(Array(content[5000...]))
    } test: { server in
      let first = try start("download", server.url, "-o", path)
      #expect(isWritten(5000))
      for options in [[], ["--resume"]] {
        try sluice(["download", server.url, "-o", path] + options)
          .expectFailure(74, "file-in-use", saying: path)
      }
      released.happen()
      first.finish().expectSuccess()
    }
    try expectFile()
  }

  // MARK: Several files, and options

  @Test(arguments: ["1", "8"]) func `several files go to a folder under the names of their URLs`(
    parallel: String
  ) throws {
    let server = try UploadServer { request, connection in
      if request.head.target == "/none" { return try connection.respond(404) }
      try connection.respond(
        200, headers: [("Content-Disposition", "attachment; filename=\"sent.txt\"")],
        body: request.head.target)
    }
    let targets = (0..<20).map { "/folder/file%20\($0)?query" }
    let outcome = try sluice(
      ["download"] + targets.map { server.url + $0 } + [
        "-o", folder.path("new"), "--create-folders", "--parallel", parallel, "--progress", "plain",
      ])
    #expect(outcome.end == .exited(0), "\(outcome.errors)")
    for (index, target) in targets.enumerated() {
      #expect(try folder.contents("new/file \(index)") == Array(target.utf8))
    }
    let total = targets.reduce(0) { $0 + $1.utf8.count }
    #expect(outcome.errorLines.last?.contains("100%  \(total) B of \(total) B") == true, "\(outcome.errors)")
  }

  @Test func `a failure does not end the other downloads, and the first one decides on the exit code`() throws
  {
    let server = try UploadServer { request, connection in
      if request.head.target == "/none" { return try connection.respond(404) }
      try connection.respond(200, body: "content")
    }
    let outcome = try DeadPort.refusing.with { port in
      try sluice(
        "download", server.url + "/a", server.url + "/none", "http://127.0.0.1:\(port)/", server.url + "/b",
        "-o", folder.path)
    }
    #expect(outcome.end == .exited(78))
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.first?.hasPrefix("error: unacceptable-status: ") == true, "\(outcome.errors)")
    #expect(outcome.errorLines.last?.hasPrefix("error: connection-failed: ") == true, "\(outcome.errors)")
    #expect(try names() == ["a", "b"])
  }

  @Test func `the response names the file on request, and files that exist can stay`() throws {
    let server = try UploadServer {
      try $1.respond(
        200, headers: [("Content-Disposition", "attachment; filename=\"../sent.txt\"")], body: "content")
    }
    func download(_ options: String...) throws -> Outcome {
      try sluice(["download", server.url + "/a", "-o", folder.path + "/"] + options)
    }
    try download("--name-from-response", "--sync").expectSuccess()
    try download("--name-from-response", "--if-exists", "unique").expectSuccess()
    try download("--name-from-response", "--if-exists", "fail").expectFailure(
      74, "file-exists", saying: "sent.txt")
    #expect(try names() == ["sent (1).txt", "sent.txt"])
  }

  @Test func `a digest is verified, and segments yield the same file`() throws {
    let server = try UploadServer {
      _ = $0
      try $1.respond(200, body: "abc")
    }
    let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    try sluice("download", server.url, "-o", path, "--sha256", hex, "--segments", "4").expectSuccess()
    #expect(try folder.contents("file") == Array("abc".utf8))
    try folder.remove("file")
    try sluice("download", server.url, "-o", path, "--sha256", String(hex.reversed()))
      .expectFailure(65, "digest-mismatch", saying: hex)
    #expect(try names() == [])
    try sluice("download", server.url, "-o", path, "--sha256", "abc").expectFailure(
      64, "invalid-configuration")
    for options in [["--parallel", "0"], ["--segments", "65"], ["--if-exists", "maybe"]] {
      try sluice(["download", server.url, "-o", path] + options).expectFailure(
        64, "usage", saying: options[0])
    }
    try sluice("download", server.url, server.url, "-o", path, "--sha256", hex)
      .expectFailure(64, "usage", saying: "--sha256")
    try sluice("download", "-o", path).expectFailure(64, "usage", saying: "url")
  }

  @Test func `progress continues in a resumed download`() throws {
    try folder.file("file")
    let server = try UploadServer { [content] request, connection in
      let first = request["Range"].first.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
      let isCut = first == 0
      try Self.send(
        content[first...].prefix(isCut ? 500_000 : .max), of: content.count, from: first, to: connection)
      if isCut { connection.finishWriting() }
    }
    try sluice("download", server.url, "-o", path).expectFailure(76, "connection-lost")
    let outcome = try sluice("download", server.url, "-o", path, "--resume", "--progress", "plain")
    #expect(outcome.end == .exited(0))
    #expect(outcome.errorLines.last?.contains("100%  976.6 KiB of 976.6 KiB") == true, "\(outcome.errors)")
    #expect(outcome.errorLines.first?.contains(" 50%") == true || outcome.errorLines.count == 1)
    try expectFile()
  }
}
