import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceCache
import SluiceLoopback
import SluiceTestSupport
import Testing

/// `--cache` of `request` and `download`, and `cache`.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CacheCommandTests {
  private static let fresh = [("Cache-Control", "max-age=1000"), ("ETag", "\"1\"")]

  private let directory: TemporaryDirectory
  private var folder: String { directory.path("cache") }

  init() throws { directory = try TemporaryDirectory() }

  private func server(
    _ fields: [(String, String)] = fresh, body: [UInt8] = Array("hello".utf8)
  ) throws -> UploadServer {
    try UploadServer { try $1.respond(200, headers: fields, body: body) }
  }

  private func cache(_ arguments: String..., at location: SourceLocation = #_sourceLocation) throws -> String
  {
    let outcome = try sluice(["cache"] + arguments)
    outcome.expectSuccess(at: location)
    return outcome.text
  }

  private func entries() throws -> [JSON.Value] {
    try cache("list", folder, "--format", "json").split(separator: "\n").map {
      try JSON.Value(parsing: String($0))
    }
  }

  // MARK: Requests and downloads

  @Test func `a second request is answered from the folder, and says so`() throws {
    let server = try server()
    let first = try sluice("request", "\(server.url)/a", "--cache", folder, "-v")
    #expect(first.errors.contains("\n< Cache-Status: sluice; fwd=uri-miss; fwd-status=200; stored\n"))
    let second = try sluice("request", "\(server.url)/a", "--cache", folder, "-v", "-i")
    #expect(second.end == .exited(0) && second.errors.contains("\n< Cache-Status: sluice; hit; ttl="))
    #expect(
      second.text.contains("\r\nCache-Status: sluice; hit; ttl=") && second.text.hasSuffix("\r\n\r\nhello"))
    #expect(server.requests.count == 1)
    try sluice("request", "\(server.url)/a", "--cache", folder, "-H", "Cache-Control: no-cache")
      .expectSuccess()
    #expect(server.requests.count == 2)
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `the command waits for the validation of a stale response that it has printed`() throws {
    let count = Lock(0)
    let server = try UploadServer { _, connection in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // Longer than the command takes to print.
      if number > 1 { usleep(500_000) }
      let fields = [("Cache-Control", "max-age=0, stale-while-revalidate=1000"), ("ETag", "\"\(number)\"")]
      try connection.respond(200, headers: fields, body: Array("\(number)".utf8))
    }
    for text in ["1", "1", "2"] {
      let outcome = try sluice("request", server.url, "--cache", folder)
      outcome.expectSuccess()
      #expect(outcome.text == text)
    }
  }

  @Test func `a second download is a copy`() throws {
    let content = sampleBytes(3 << 20)
    let server = try server(body: content)
    for name in ["a", "b"] {
      try sluice("download", server.url, "-o", directory.path(name), "--cache", folder).expectSuccess()
      #expect(try directory.contents(name) == content)
    }
    #expect(server.requests.count == 1)
    try sluice("download", server.url, "-o", directory.path("a"), "--if-exists", "fail", "--cache", folder)
      .expectFailure(74, "file-exists")
  }

  @Test func `a body of which only a part is stored is not shown`() throws {
    let server = try LoopbackServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10000\r\n\r\n")
      try connection.write([UInt8](repeating: 0x61, count: 4321))
    }
    defer { server.stop() }
    try directory.file("out", Array("older".utf8))
    #expect(try sluice("request", server.url, "--cache", folder).end != .exited(0))
    #expect(try entries().map { $0["complete"]?.bool } == [false])
    try sluice("cache", "show", folder, server.url, "-o", directory.path("out")).expectFailure(
      66, "incomplete")
    try sluice("cache", "show", folder, server.url, "--body").expectFailure(66, "incomplete")
    #expect(try directory.contents("out") == Array("older".utf8))
    #expect(try cache("show", folder, server.url).hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a response that is refused is not kept`() throws {
    let server = try server(body: sampleBytes(100_000))
    let zeros = String(repeating: "0", count: 64)
    for count in 1...2 {
      try sluice(
        "download", server.url, "-o", directory.path("a"), "--sha256", zeros, "--cache", folder
      ).expectFailure(65, "digest-mismatch")
      #expect(try entries().isEmpty && server.requests.count == count)
    }
    try sluice("request", server.url, "--expect", "json", "--cache", folder)
      .expectFailure(78, "unacceptable-media-type")
    #expect(try entries().isEmpty)
    let broken = try self.server(Self.fresh + [("Content-Type", "application/json")], body: Array("[1,".utf8))
    for count in 1...2 {
      try sluice("request", broken.url, "--expect", "json", "--cache", folder).expectFailure(
        65, "decoding-failed")
      #expect(try entries().isEmpty && broken.requests.count == count)
    }
    #expect(try directory.shownNames() == ["cache"])
  }

  typealias RefusedResponse = (
    field: String, body: String, expected: String, code: CInt, name: String
  )

  @Test(
    arguments: [
      "a damaged coding": ("Content-Encoding: gzip", "not gzip", "", 76, "invalid-response"),
      "a damaged coding, to a file": ("Content-Encoding: gzip", "not gzip", "-o", 76, "invalid-response"),
      "a damaged coding, with elements": ("Content-Encoding: gzip", "x", "lines", 76, "invalid-response"),
      "an unknown coding": ("Content-Encoding: unknown", "x", "", 76, "unsupported-coding"),
      "an unknown coding, to a file": ("Content-Encoding: unknown", "x", "-o", 76, "unsupported-coding"),
      "a malformed line": ("Content-Type: application/jsonl", "1\n{\n", "jsonl", 65, "invalid-json"),
      "a malformed element": ("Content-Type: application/json", "[1,]", "json-elements", 65, "invalid-json"),
      "another type": ("Content-Type: text/html", "1", "jsonl", 78, "unacceptable-media-type"),
    ] as NamedCases<RefusedResponse>)
  func `a response that cannot be read is not kept`(
    test: NamedCase<RefusedResponse>
  ) throws {
    let (field, body, expected, code, name) = test.value
    let words = field.split(separator: ": ").map(String.init)
    let server = try server(Self.fresh + [(words[0], words[1])], body: Array(body.utf8))
    var arguments = ["request", server.url, "--cache", folder]
    switch expected {
    case "": break
    case "-o": arguments += ["-o", directory.path("file")]
    default: arguments += ["--expect", expected]
    }
    for count in 1...2 {
      try sluice(arguments).expectFailure(code, name)
      #expect(try entries().isEmpty && server.requests.count == count)
    }
    #expect(try directory.shownNames() == ["cache"])
  }

  @Test func `the size is a limit, and the commands know it`() throws {
    let server = try server(body: sampleBytes(100_000))
    for path in ["a", "b", "c", "d"] {
      try sluice(
        "request", "\(server.url)/\(path)", "--cache", folder, "--cache-size", "256K", "-o", "/dev/null"
      )
      .expectSuccess()
    }
    #expect(try entries().count == 2)
    let stats = try JSON.Value(parsing: cache("stats", folder, "--format", "json"))
    #expect(stats["responses"]?.int == 2 && stats["maximumSize"]?.int == 256 << 10)
    #expect(stats["size"]?.int ?? 0 > 200_000 && stats["size"]?.int ?? .max <= 256 << 10)
    try sluice("request", server.url, "--cache", folder).expectSuccess()
    #expect(
      try JSON.Value(parsing: cache("stats", folder, "--format", "json"))["maximumSize"]?.int == 1 << 30)
  }

  // MARK: Commands

  @Test func `entries are listed, shown and removed`() throws {
    let server = try server(Self.fresh + [("Vary", "Accept")], body: sampleBytes(100_000))
    try sluice("request", "\(server.url)/a?x=1&y", "--cache", folder, "-o", "/dev/null").expectSuccess()
    try sluice("request", "\(server.url)/b", "--cache", folder, "-o", "/dev/null").expectSuccess()
    let lines = try cache("list", folder).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.contains { $0.wholeMatch(of: /200 +100000  fresh \d+ s +http:.*\/a\?x=…&…/) != nil })
    let list = try entries()
    let entry = try #require(list.first { $0["url"]?.string == "\(server.url)/a?x=…&…" })
    #expect(
      entry["partition"]?.isNull == true && entry["status"]?.int == 200 && entry["size"]?.int == 100_000)
    #expect(entry["complete"]?.bool == true && entry["lifetime"]?.int == 1000)
    #expect(try cache("list", folder, "--show-queries").contains("\(server.url)/a?x=1&y\n"))

    let head = try cache("show", folder, "\(server.url)/b")
    #expect(
      head.hasPrefix("HTTP/1.1 200\r\n") && head.contains("\r\nETag: \"1\"\r\n") && head.hasSuffix("\r\n\r\n")
    )
    #expect(try sluice("cache", "show", folder, "\(server.url)/b", "--body").output == sampleBytes(100_000))
    #expect(try cache("show", folder, "\(server.url)/b", "-o", directory.path("body")) == head)
    #expect(try directory.contents("body") == sampleBytes(100_000))
    try sluice("cache", "show", folder, "\(server.url)/a").expectFailure(66, "no-response")

    #expect(try cache("remove", folder, "\(server.url)/a?x=1&y", "\(server.url)/none") == "")
    #expect(try entries().map { $0["url"]?.string } == ["\(server.url)/b"])
    #expect(try cache("remove", folder, "--origin", "http://other.example") == "")
    #expect(try entries().count == 1)
    #expect(try cache("remove", folder, "--origin", server.url) == "")
    #expect(try cache("stats", folder).hasPrefix("responses              0\nparts                  0\n"))
  }

  @Test func `a response that cannot be read is neither removed nor left out`() throws {
    let server = try server()
    try sluice("request", "\(server.url)/a", "--cache", folder).expectSuccess()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let entry = try #require(names.first { $0.utf8.count > 32 })
    try directory.file("other", Array("kept".utf8))
    try FileManager.default.removeItem(atPath: "\(folder)/\(entry)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(entry)", withDestinationPath: directory.path("other"))
    try sluice("cache", "remove", folder, "\(server.url)/a").expectFailure(74, "read-failed")
    try sluice("cache", "list", folder, "-o", directory.path("list")).expectFailure(74, "read-failed")
    try sluice("cache", "stats", folder).expectFailure(74, "read-failed")
    try sluice("cache", "show", folder, "\(server.url)/a").expectFailure(74, "read-failed")
    #expect(try directory.shownNames() == ["cache", "other"])
    #expect(try directory.contents("other") == Array("kept".utf8))
  }

  @Test func `the partitions of a program are shown and removed`() async throws {
    let server = try server()
    for partition in ["ann", "b\u{9B}2J"] {
      var configuration = Session.Configuration()
      configuration.cache = try .folder(folder, maximumByteCount: 1 << 20)
      configuration.cache?.partition = partition
      configuration.proxy = ""
      let session = Session(configuration)
      _ = try await session.get("\(raw: server.url)/a", decoding: .text())
      await session.invalidate()
    }
    #expect(Set(try entries().map { $0["partition"]?.string }) == ["ann", "b\u{9B}2J"])
    #expect(try !cache("list", folder, "--format", "json").contains("\u{9B}"))
    try sluice("cache", "show", folder, "\(server.url)/a").expectFailure(66, "no-response")
    #expect(try cache("show", folder, "\(server.url)/a", "--partition", "ann", "--body") == "hello")
    _ = try cache("remove", folder, "\(server.url)/a")
    #expect(try entries().count == 2)
    _ = try cache("remove", folder, "--all", "--partition", "ann")
    #expect(try entries().map { $0["partition"]?.string } == ["b\u{9B}2J"])
    _ = try cache("remove", folder, "--all")
    #expect(try entries().isEmpty)
  }

  @Test func `a part is listed as one`() throws {
    let server = try LoopbackServer { connection in
      guard try connection.readHead() != nil else { return }
      try connection.write(
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nCache-Control: max-age=60\r\nContent-Length: 100000\r\n\r\nsome")
    }
    defer { server.stop() }
    #expect(try sluice("request", server.url, "--cache", folder).end == .exited(76))
    #expect(try entries().map { $0["complete"]?.bool } == [false])
    #expect(try cache("list", folder).contains("  part  "))
    #expect(try JSON.Value(parsing: cache("stats", folder, "--format", "json"))["parts"]?.int == 1)
  }

  // MARK: What cannot be used

  @Test(arguments: [["list"], ["show"], ["remove"], ["stats"]])
  func `a folder that is missing or has no cache is an error, and stays so`(command: [String]) throws {
    let rest = command == ["show"] ? ["http://h/"] : command == ["remove"] ? ["--all"] : []
    _ = try directory.directory("other")
    try directory.file("file")
    _ = try directory.directory("foreign")
    try directory.file("foreign/counts", [1, 2, 3])
    _ = try directory.directory("foreign/incoming")
    try directory.file("foreign/incoming/mail1", [1])
    for name in ["missing", "other", "foreign", "file", "file/below"] {
      try sluice(["cache"] + command + [directory.path(name)] + rest).expectFailure(66, "cache-missing")
    }
    #expect(try directory.shownNames().sorted() == ["file", "foreign", "other"])
    let left = try FileManager.default.subpathsOfDirectory(atPath: directory.path("foreign"))
    #expect(Set(left) == ["counts", "incoming", "incoming/mail1"])
    #expect(try directory.contents("foreign/counts") == [1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("other")) == [])
  }

  @Test func `a folder that cannot be created is an error before anything is sent`() throws {
    let server = try server()
    try directory.file("file")
    try sluice("request", server.url, "--cache", directory.path("file/below")).expectFailure(
      74, "write-failed")
    try sluice("download", server.url, "-o", directory.path("a"), "--cache", directory.path("file"))
      .expectFailure(74, "write-failed")
    #expect(server.requests.isEmpty)
  }

  @Test func `no cache is made for a request that is only printed`() throws {
    try sluice("request", "http://127.0.0.1:9/", "--curl", "--cache", directory.path("new")).expectSuccess()
    #expect(!isTaken(directory.path("new")))
  }

  @Test func `no cache is made in a folder with other files`() throws {
    let server = try server()
    _ = try directory.directory("home")
    try directory.file("home/notes.txt", [1])
    for command in ["request", "download"] {
      let output = directory.path("out")
      let outcome = try sluice([command, server.url, "-o", output, "--cache", directory.path("home")])
      outcome.expectFailure(74, "folder-not-empty")
      #expect(outcome.errors.contains("home: the folder has files of another kind"))
    }
    #expect(server.requests.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("home")) == ["notes.txt"])
  }

  @Test func `damaged entries are missing`() throws {
    let content = sampleBytes(100_000)
    let server = try server(body: content)
    try sluice("request", "\(server.url)/large", "--cache", folder, "-o", "/dev/null").expectSuccess()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let body = try #require(names.first { $0.contains(".") && !$0.hasSuffix(".sums") })
    var bytes = try directory.contents("cache/\(body)")
    bytes[70_000] ^= 1
    try directory.file("cache/\(body)", bytes)
    try sluice("cache", "show", folder, "\(server.url)/large", "-o", directory.path("out"), "--partition", "")
      .expectDamage()
    #expect(try directory.shownNames() == ["cache"])
    // Commands that only read change nothing.
    #expect(try entries().count == 1)

    try sluice("request", "\(server.url)/large", "--cache", folder, "-o", "/dev/null").expectSuccess()
    let key = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: folder).first { $0.utf8.count == 67 })
    try directory.file("cache/\(key)", Array("junk".utf8))
    #expect(try entries().isEmpty)
    try sluice("cache", "show", folder, "\(server.url)/large").expectFailure(66, "no-response")
    try sluice("request", "\(server.url)/large", "--cache", folder, "-o", directory.path("out"))
      .expectSuccess()
    #expect(try directory.contents("out") == content)
    #expect(try entries().count == 1)
  }

  @Test(arguments: ["request", "download"])
  func `a damaged body is received again by the same command`(command: String) throws {
    let content = sampleBytes(100_000)
    let server = try server(body: content)
    for (number, output) in ["first", "out", "/dev/stdout"].enumerated() {
      if number > 0 {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let body = try #require(names.first { $0.contains(".") && !$0.hasSuffix(".sums") })
        try directory.overwrite("cache/\(body)", at: 70_000, [~content[70_000]])
      }
      let path = output.hasPrefix("/") ? output : directory.path(output)
      let outcome = try sluice(command, server.url, "--cache", folder, "-o", path)
      outcome.expectSuccess()
      #expect(try output.hasPrefix("/") ? outcome.output == content : directory.contents(output) == content)
      #expect(server.requests.count == number + 1)
    }
  }

  @Test(.enabled(if: geteuid() == 0 && isInstalled("setpriv"), "only root can become another user"))
  func `the folder of another user is an error`() throws {
    let server = try server()
    try sluice("request", server.url, "--cache", folder).expectSuccess()
    try directory.setPermissions(0o755, of: ".")
    // The tool is in a folder that others may not see, so it is copied.
    #expect(try Run("cp", [toolPath, directory.path("sluice")]).finish().end == .exited(0))
    func asOther(_ arguments: String...) throws -> Outcome {
      try Run(
        "setpriv",
        ["--reuid", "65534", "--regid", "65534", "--clear-groups", directory.path("sluice")] + arguments
      ).finish()
    }
    try asOther("cache", "list", folder).expectFailure(66, "read-failed", saying: "Permission denied")
    try asOther("cache", "remove", folder, "--all").expectFailure(66, "read-failed")
    try asOther("request", server.url, "--cache", folder).expectFailure(74, "write-failed")
    #expect(server.requests.count == 1)
    // Even in a folder that all may use, the files are those of one user.
    try directory.setPermissions(0o777, of: "cache")
    try asOther("cache", "list", folder).expectFailure(66, "read-failed")
    #expect(try entries().count == 1)
  }

  @Test func `wrong arguments are refused`() throws {
    for arguments in [
      ["cache", "remove", folder], ["cache", "remove", folder, "--all", "http://h/"],
      ["cache", "shw", folder],
      ["cache", "show", folder, "http://h/", "--body", "-o", "x"],
      ["request", "http://h/", "--cache-size", "1G"],
      ["request", "http://h/", "--cache", folder, "--cache-size", "1X"],
    ] { try sluice(arguments).expectFailure(64, "usage") }
    // A folder that is needed for nothing is not created.
    #expect(try directory.shownNames() == [])
    let server = try server()
    try sluice("request", server.url, "--cache", folder).expectSuccess()
    try sluice("cache", "show", folder, "/h/s3cr3t").expectFailure(64, "invalid-url")
    try sluice("cache", "remove", folder, "--origin", "/h").expectFailure(64, "invalid-url")
  }

  // MARK: Secrets and terminals

  @Test func `secrets are neither stored nor shown`() throws {
    let server = try UploadServer { _, connection in
      try connection.respond(
        301,
        headers: Self.fresh + [
          ("Location", "/b?token=s3cr3t"), ("X-Api-Key", "s3cr3t"), ("Set-Cookie", "a=s3cr3t"),
        ])
    }
    _ = try sluice(
      "request", "\(server.url)/a?token=s3cr3t", "--max-redirects", "0", "--cache", folder, "-u", "me:s3cr3t")
    for text in [
      try cache("list", folder), try cache("list", folder, "--format", "json"),
      try cache("show", folder, "\(server.url)/a?token=s3cr3t"), try cache("stats", folder),
    ] { #expect(!text.contains("s3cr3t")) }
    let head = try cache("show", folder, "\(server.url)/a?token=s3cr3t")
    #expect(head.contains("\r\nLocation: /b\r\nX-Api-Key: (hidden)\r\n") && !head.contains("Set-Cookie"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.contains("token") })
    // The URL is a part of the entry, and the credential is not.
    for name in names where !name.contains(".") && name.utf8.count == 67 {
      let text = String(decoding: try directory.contents("cache/\(name)"), as: UTF8.self)
      #expect(!text.contains("bWU6czNjcjN0") && !text.contains("a=s3cr3t"))
    }
  }

  @Test func `a head escapes control characters on a terminal`() throws {
    let server = try server(Self.fresh + [("X-Attack", "\u{9B}2J")])
    try sluice("request", server.url, "--cache", folder).expectSuccess()
    let terminal = try Terminal()
    let shown = try sluice("cache", "show", folder, server.url, output: .descriptor(terminal.descriptor))
    #expect(shown.end == .exited(0))
    #expect(try terminal.written().contains("X-Attack: \\u{9B}2J"))
    #expect(try cache("show", folder, server.url).contains("X-Attack: \u{9B}2J"))
  }
}

extension Outcome {
  /// Expects the error of a damaged body.
  fileprivate func expectDamage(at location: SourceLocation = #_sourceLocation) {
    #expect(end == .exited(66) && errors.contains("error: changed: "), sourceLocation: location)
  }
}
