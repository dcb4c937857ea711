import Dispatch
import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The response file of `upload -o`, which gets its name only when it is whole.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct OutputFileTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer
  private let answer = sampleBytes(400_000)

  init() throws {
    folder = try TemporaryDirectory()
    server = try UploadServer { [answer] in try $1.respond(200, body: answer) }
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func upload(to url: String, _ output: String, _ options: String...) throws -> Outcome {
    try sluice(["upload", url, "-F", "a=b", "-o", output] + options)
  }

  @Test(arguments: [true, false]) func `the response becomes a file, new or replaced`(isThere: Bool) throws {
    if isThere { try folder.file("answer", Array("something older, and longer or not".utf8)) }
    let outcome = try upload(to: server.url, folder.path("answer"))
    outcome.expectSuccess()
    #expect(outcome.output == [])
    let isSame = try folder.contents("answer") == answer
    #expect(isSame)
    #expect(try names == ["answer"])
  }

  @Test(arguments: [["request"], ["download", "--if-exists", "replace"]])
  func `a file that is replaced keeps its permissions`(command: [String]) throws {
    let path = try folder.file("answer", [1])
    let manager = FileManager.default
    for permissions in [0o600, 0o640, 0o400] {
      try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      try sluice(command + [server.url, "-o", path])
        .expectSuccess()
      let found = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(found == permissions | 0o600)
    }
    let isSame = try folder.contents("answer") == answer
    #expect(isSame)
  }

  @Test func `the head goes to the file with -i`() throws {
    try upload(to: server.url, folder.path("answer"), "-i").expectSuccess()
    let text = try String(decoding: folder.contents("answer").prefix(60), as: UTF8.self)
    #expect(
      text.hasPrefix("HTTP") && text.contains(" 200") && text.contains("\r\nContent-Length: 400000\r\n\r\n"))
    #expect(try folder.contents("answer").count > 400_000)
  }

  @Test func `a device or FIFO is written to and not replaced`() throws {
    try upload(to: server.url, "/dev/null").expectSuccess()
    let fifo = try folder.fifo("fifo")
    let reader = try Run("sh", ["-c", "cat '\(fifo)' > '\(folder.path("copy"))'"])
    try upload(to: server.url, fifo).expectSuccess()
    reader.finish().expectSuccess()
    let isSame = try folder.contents("copy") == answer
    #expect(isSame)
    #expect(try Run("sh", ["-c", "test -c /dev/null -a -p '\(fifo)'"]).finish().end == .exited(0))
  }

  @Test func `a failed transfer leaves no file and keeps an existing one`() throws {
    try folder.file("answer", [1, 2, 3])
    try withServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nonly this much")
    } test: { server in
      try upload(to: server.url, folder.path("answer")).expectFailure(76, "connection-lost")
    }
    #expect(try names == ["answer"])
    #expect(try folder.contents("answer") == [1, 2, 3])
    try upload(to: server.url, folder.path("other"), "--max-body", "399999")
      .expectFailure(65, "body-too-large", saying: "399999")
    #expect(try names == ["answer"])
  }

  @Test func `a response with an error status leaves no file`() throws {
    let server = try UploadServer { try $1.respond(403, reason: "Forbidden", body: "not\nfor you") }
    let outcome = try upload(to: server.url, folder.path("answer"))
    outcome.expectFailure(78, "unacceptable-status", saying: "403 Forbidden", "not for you")
    #expect(outcome.output == [])
    #expect(try names == [])
  }

  @Test func `a file that cannot be written is an error`() throws {
    try upload(to: server.url, folder.path("no/answer"))
      .expectFailure(74, "write-failed", saying: folder.path("no/answer"), "No such file or directory")
    try upload(to: server.url, folder.path)
      .expectFailure(74, "write-failed", saying: folder.path, "Is a directory")
    try upload(to: server.url, "/dev/full").expectFailure(74, "write-failed", saying: "/dev/full", "No space")
    #expect(try names == [])
  }

  @Test(arguments: ["full", "closed"]) func `standard output that cannot be written is an error`(
    kind: String
  ) throws {
    let output: Run.Stream =
      kind == "full" ? .descriptor(try Descriptor.open("/dev/full", flags: 1)) : .closed
    try sluice("upload", server.url, "-F", "a=b", output: output)
      .expectFailure(74, "write-failed", saying: "standard output")
  }

  @Test func `standard output without a reader ends the command quietly`() throws {
    let writing = try Run.pipe().writing
    let outcome = try sluice("upload", server.url, "-F", "a=b", output: .descriptor(writing))
    #expect(outcome.end == .exited(74) && outcome.errors == "")
  }

  /// A pipe or a terminal becomes non-blocking if another program that shares it sets that flag.
  @Test func `non-blocking standard output receives everything`() throws {
    let (reading, writing) = try Run.pipe()
    #expect(fcntl(writing.rawValue, F_SETFL, O_NONBLOCK) == 0)
    let text = Array(("[" + String(repeating: "123,", count: 500_000) + "0]\n").utf8)
    let isRead = DispatchSemaphore(value: 0)
    try SystemThread {
      var bytes: [UInt8] = []
      while bytes.count < text.count {
        let count = bytes.count
        guard (try? bytes.append(addingCapacity: 4096) { try reading.read(into: &$0) }) != nil,
          bytes.count > count
        else { return }
      }
      if bytes == text { isRead.signal() }
    }.detach()
    let outcome = try sluice("json", "format", input: .bytes(text), output: .descriptor(writing))
    try #require(outcome.end == .exited(0), "\(outcome.errors)")
    #expect(isRead.waitPatiently())
  }

  @Test func `an error status is reported with its reason, and its body is printed`() throws {
    for (status, reason, line) in [
      (404, "Not Found", "404 Not Found"), (500, "", "500"), (302, "Found", "302 Found"),
      (418, "\u{1B}[31mTeapot", "418  [31mTeapot"),
    ] {
      let server = try UploadServer { try $1.respond(status, reason: reason, body: "what\nhappened") }
      let outcome = try sluice("upload", server.url, "-F", "a=b")
      #expect(outcome.end == .exited(78))
      #expect(outcome.text == "what\nhappened")
      #expect(outcome.errors == "error: unacceptable-status: \(line) (POST \(server.url)/)\n")
    }
  }

  // MARK: Open descriptors

  /// Runs a command whose standard output is a file, at a position after `start`.
  private func run(_ arguments: String..., errors: Run.Stream = .pipe) throws -> Outcome {
    try folder.file("output", Array("start".utf8))
    let output = try folder.openForWriting("output")
    output.seek(to: 5)
    return try sluice(arguments, output: .descriptor(output), errors: errors)
  }

  /// A file that is renamed to the path would take the place of `/dev/stdout`.
  @Test(arguments: ["link", "number"]) func `standard output that is a file is written to as it is`(
    kind: String
  ) throws {
    let link = try folder.symbolicLink("link", to: "/proc/self/fd/1")
    let path = kind == "link" ? link : "/dev/fd/1"
    try folder.file("data", Array("data".utf8))
    for command in [
      ["request", server.url], ["upload", server.url, "-F", "a=b"], ["download", server.url],
      ["upload-parts", "plan", folder.path("data")],
    ] {
      try folder.file("output", Array("start".utf8))
      let output = try folder.openForWriting("output")
      output.seek(to: 5)
      try sluice(command + ["-o", path], output: .descriptor(output)).expectSuccess()
      let expected = command[0] == "upload-parts" ? try sluice(command).output : answer
      let isWhole = try folder.contents("output") == Array("start".utf8) + expected
      #expect(isWhole, "\(command)")
    }
    try run("corpus", "run", "json", "--only", "array-*", "--format", "json", "-o", path, "--", "false")
      .expectEnd(.exited(1))
    let text = String(decoding: try folder.contents("output"), as: UTF8.self)
    #expect(text.hasPrefix("start{") && text.contains("rejected what must be accepted\n"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/proc/self/fd/1")
    #expect(try folder.names().sorted() == ["data", "link", "output"])
  }

  @Test func `another descriptor is written to as it is`() throws {
    let script = #"file=$1; shift; "$@" -o /dev/fd/3 3>> "$file""#
    let path = try folder.file("answer", [1])
    for command in ["request", "download"] {
      let run = try Run("sh", ["-c", script, "sh", path, toolPath, command, server.url])
      let outcome = run.finish()
      outcome.expectSuccess()
      #expect(outcome.output == [])
    }
    let isSame = try folder.contents("answer") == [1] + answer + answer
    #expect(isSame)
    try sluice("request", server.url, "-o", "/dev/fd/999").expectFailure(74, "write-failed")
  }

  @Test func `a cookie jar is no open descriptor`() throws {
    let link = try folder.symbolicLink("link", to: "/proc/self/fd/1")
    let outcome = try run("request", server.url, "--cookie-jar", link)
    outcome.expectFailure(74, "cookie-jar", saying: "file-exists")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/proc/self/fd/1")
    #expect(try folder.contents("output") == Array("start".utf8) && server.requests.isEmpty)
  }

  @Test func `a path that becomes a folder is an output error`() throws {
    let server = try UploadServer { [folder] in
      try folder.directory("answer")
      try $1.respond(200, body: "late")
    }
    try sluice("download", server.url, "-o", folder.path("answer"))
      .expectFailure(74, "file-is-directory", saying: folder.path("answer"))
    #expect(try folder.shownNames() == ["answer"])
  }
}
