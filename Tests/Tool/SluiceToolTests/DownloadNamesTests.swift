import FoundationEssentials
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTool
@testable import SluiceTransport

/// Several downloads of `download` in one folder.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DownloadNamesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The file of 60,000,000 bytes is half there when the one of 18 bytes arrives under a name that the server chooses.
  @Test(
    arguments: [
      ("foo.part", []), ("foo.part.json", ["--segments", "4"]), ("foo.part", ["--if-exists", "fail"]),
    ] as [(String, [String])])
  func `a server's name cannot replace the bytes of another download`(name: String, options: [String]) throws
  {
    let count = 60_000_000
    let piece = sampleBytes(1_000_000)
    let isSmallThere = Event()
    try withServer { connection in
      try connection.serveRequests { request, connection in
        if request.target == "/small" {
          return try connection.respond(
            200, headers: [("Content-Disposition", "attachment; filename=\"\(name)\"")],
            body: "18 bytes of a file")
        }
        try connection.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(count)\r\n\r\n")
        for number in 0..<60 {
          if number == 30 { try isSmallThere.waitOnThread() }
          try connection.write(piece)
        }
      }
    } test: { server in
      let large = try Run(
        toolPath, ["download", server.url + "/foo", "-o", folder.path("foo")] + options)
      #expect(
        eventuallyOnThread {
          (try? FileStatus(ofReadableFileAt: folder.path(folder.partialName())).byteCount) ?? 0 >= 20_000_000
        })
      try sluice("download", server.url + "/small", "-o", folder.path + "/", "--name-from-response")
        .expectSuccess()
      isSmallThere.happen()
      large.finish().expectSuccess()
    }
    let content = try folder.contents("foo")
    #expect(content.count == count)
    let isSame = stride(from: 0, to: content.count, by: piece.count).allSatisfy {
      Array(content[$0...].prefix(piece.count)) == piece
    }
    #expect(isSame)
    #expect(try folder.contents(name) == Array("18 bytes of a file".utf8))
    #expect(try folder.names().sorted() == ["foo", name])
  }

  @Test(arguments: ["fail", "replace", "unique"])
  func `a user's files that look like temporary ones stay`(policy: String) throws {
    let names = ["x.part", "x.part.json", "x.part.json.new"]
    for name in names { try folder.file(name, Array(name.utf8)) }
    let server = try UploadServer { try $1.respond(200, headers: [("ETag", "\"1\"")], body: "content") }
    try sluice("download", server.url + "/x", "-o", folder.path("x"), "--if-exists", policy).expectSuccess()
    for name in names { #expect(try folder.contents(name) == Array(name.utf8)) }
    #expect(try folder.names().count == 4)
  }

  @Test func `a record with two names is an error, and keeps both`() throws {
    try folder.file("mine", [1, 2, 3])
    _ = try folder.hardLink("record", to: "mine")
    try folder.file("video", sampleBytes(1000))
    try folder.file("urls", Array("http://127.0.0.1:9/".utf8))
    let outcome = try sluice(
      "upload-parts", folder.path("video"), "--urls", folder.path("urls"), "--record", folder.path("record"))
    outcome.expectFailure(74, "file-exists", saying: folder.path("record"))
    #expect(try folder.contents("mine") == [1, 2, 3] && folder.contents("record") == [1, 2, 3])
  }

  @Test(arguments: [
    ["/1/a", "/2/a"], ["/a?b", "/a?c"], ["/%61", "/a"], ["/x%2Fa", "/a"], ["/1/", "/2/"],
    ["/%3Fa", "/%3ca", "/_a"],
  ]) func `URLs with one name are an error before anything is sent`(targets: [String]) throws {
    let server = try UploadServer()
    let outcome = try sluice(["download"] + targets.map { server.url + $0 } + ["-o", folder.path])
    outcome.expectFailure(64, "usage", saying: "--if-exists unique")
    #expect(!outcome.errors.contains("?b"))
    #expect(server.connectionCount == 0)
    #expect(try folder.names() == [])
  }

  @Test(arguments: ["me:pw@", "me:p?w@"])
  func `URLs with one name are shown without secrets`(user: String) throws {
    let urls = ["http://\(user)127.0.0.1:9/1/a?\u{301}key", "http://\(user)127.0.0.1:9/2/a#\u{301}key"]
    let outcome = try sluice(["download"] + urls + ["-o", folder.path])
    outcome.expectFailure(64, "usage", saying: "(hidden)")
    #expect(
      !outcome.errors.contains("pw") && !outcome.errors.contains("w@") && !outcome.errors.contains("key"))
  }

  @Test func `URLs whose names differ in their bytes only get files of their own`() throws {
    let server = try UploadServer { try $1.respond(200, body: $0.head.target) }
    for options in [[], ["--name-from-response", "--if-exists", "replace"]] {
      try sluice(["download", server.url + "/%C3%A9", server.url + "/e%CC%81", "-o", folder.path] + options)
        .expectSuccess()
      #expect(try folder.names().count == 2)
    }
  }

  @Test func `URLs with one name get files of their own if names are to be unique`() throws {
    let server = try UploadServer { try $1.respond(200, body: $0.head.target) }
    for parallel in ["1", "2"] {
      try sluice(
        "download", server.url + "/1/a", server.url + "/2/a", "-o", folder.path, "--if-exists", "unique",
        "--parallel", parallel
      ).expectSuccess()
    }
    let contents = try folder.names().map { String(decoding: try folder.contents($0), as: UTF8.self) }
    #expect(contents.sorted() == ["/1/a", "/1/a", "/2/a", "/2/a"])
  }

  @Test(arguments: ["1", "2"]) func `of two responses with one name, the first becomes the file`(
    parallel: String
  ) throws {
    let server = try UploadServer {
      try $1.respond(
        200, headers: [("Content-Disposition", "attachment; filename=\"a\"")], body: $0.head.target)
    }
    let outcome = try sluice(
      "download", server.url + "/1", server.url + "/2", "-o", folder.path, "--name-from-response",
      "--parallel", parallel)
    #expect(outcome.end == .exited(74))
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("error: file-"), "\(outcome.errors)")
    #expect(outcome.errors.contains(folder.path("a")), "\(outcome.errors)")
    #expect(try folder.names() == ["a"])
    if parallel == "1" { #expect(try folder.contents("a") == Array("/1".utf8)) }
    // The server may suggest the name of any file.
    let command = ["download", server.url + "/3", "-o", folder.path, "--name-from-response"]
    try sluice(command).expectFailure(74, "file-exists")
    try sluice(command + ["--if-exists", "replace"]).expectSuccess()
    #expect(try folder.contents("a") == Array("/3".utf8))
  }

  // MARK: Sizes

  /// The sum of the sizes has more than 63 bits.
  @Test func `sizes that a server claims do not overflow the progress`() throws {
    let first = Event()
    let hasBegun = Lock(false)
    try withServer { connection in
      _ = try connection.readHead()
      let isSecond = hasBegun.withLock { hasBegun in
        defer { hasBegun = true }
        return hasBegun
      }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n0123456789")
      // The first one ends while the progress of the second is known.
      if isSecond { first.happen() } else { try first.waitOnThread() }
    } test: { server in
      let outcome = try sluice(
        "download", server.url + "/a", server.url + "/b", "-o", folder.path, "--parallel", "2", "--progress",
        "plain")
      #expect(outcome.end == .exited(76), "\(outcome.errors)")
      #expect(outcome.errorLines.filter { $0.hasPrefix("error: connection-lost") }.count == 2)
    }
  }

  @Test func `a sum that is too large is unknown`() {
    let large = TransferProgress(receivedBodyByteCount: 10, responseBodyByteCount: 9_000_000_000_000_000_000)
    let sum = TransferProgress.sum(of: [large, large])
    #expect(sum.receivedBodyByteCount == 20 && sum.responseBodyByteCount == nil)
    let one = TransferProgress.sum(of: [large])
    #expect(one.responseBodyByteCount == 9_000_000_000_000_000_000)
    let most = TransferProgress(receivedBodyByteCount: .max, responseBodyByteCount: .max)
    #expect(TransferProgress.sum(of: [most, most]).receivedBodyByteCount == .max)
    #expect("\(TransferProgress(requestBodyByteCount: 0, responseBodyByteCount: .max, rate: 1))" != "")
  }
}
