import FoundationEssentials
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceSerialization
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Where downloads are written, and what happens to files that exist.
@Suite(.timeLimit(.minutes(5))) struct DestinationTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func names() throws -> [String] { try folder.shownNames() }

  private static let hostile: NamedCases<(fields: HTTPFields, target: String, name: String)> = [
    "quoted": ([.contentDisposition: "attachment; filename=\"a b.txt\""], "x", "a b.txt"),
    "extended first": (
      [.contentDisposition: "attachment; filename=\"a.txt\"; filename*=UTF-8''%e2%82%ac.txt"], "x", "€.txt"
    ),
    "climbing": ([.contentDisposition: "attachment; filename=\"../../etc/passwd\""], "x", "passwd"),
    "Windows": ([.contentDisposition: #"attachment; filename="C:\\tmp\\con.txt""#], "x", "_con.txt"),
    "dots": ([.contentDisposition: "attachment; filename=\"..\""], "x", "file"),
    "hidden": ([.contentDisposition: "attachment; filename=\".bashrc\""], "x", "bashrc"),
    "encoded slash": (
      [.contentDisposition: "attachment; filename*=UTF-8''..%2f..%2fevil"], "x", "evil"
    ),
    "NUL": ([.contentDisposition: "attachment; filename*=UTF-8''a%00b"], "from-url", "from-url"),
    "malformed": ([.contentDisposition: "attachment; filename=\"a\" b"], "from-url", "from-url"),
    "empty": ([.contentDisposition: "attachment; filename=\"\""], "from-url", "from-url"),
    "inline": ([.contentDisposition: "inline"], "from-url", "from-url"),
    "long": (
      [.contentDisposition: "attachment; filename=\"\(String(repeating: "n", count: 300)).txt\""], "x",
      String(repeating: "n", count: 196) + ".txt"
    ),
    "URL": ([:], "a/b/c%20d.tar.gz?e=f/g", "c d.tar.gz"),
    "URL with an encoded slash": ([:], "a/..%2F..%2Fb", "b"),
    "URL with dots": ([:], "a/%2e%2e", "file"),
    "URL with a control": ([:], "a%0Ab", "a_b"),
    "URL that is not UTF-8": ([:], "caf%E9", "caf\u{E9}"),
    "ISO 8859-1": (
      HTTPFields([
        HTTPField(name: .contentDisposition, value: Array("attachment; filename=\"caf".utf8) + [0xE9, 0x22])
      ]), "x", "caf\u{E9}"
    ),
    "folder": ([:], "a/", "file"),
    "no path": ([:], "", "file"),
  ]

  @Test(arguments: hostile)
  func `a folder gets a file with a safe name`(
    item: NamedCase<(fields: HTTPFields, target: String, name: String)>
  ) async throws {
    var head = Array("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n".utf8)
    for field in item.value.fields {
      head += Array("\(field.name.rawName): ".utf8) + field.bytes + Array("\r\n".utf8)
    }
    try await withServer { [head] in
      _ = $0
      try $1.write(head)
      try $1.write("\r\ncontent")
    } test: { session, _ in
      for path in [folder.path, folder.path + "/"] {
        let file = try await session.download(.init(item.value.target), to: .folder(path), options: .test())
        #expect(file.path == folder.path(item.value.name))
      }
    }
    #expect(try names() == [item.value.name])
  }

  @Test func `a closure decides after the head, with the URL after redirects`() async throws {
    let decisions = Record<DownloadDestination.Proposal>()
    try await withServer { request, connection in
      if request.target == "/a" { return try connection.redirect(302, to: "/b/name.bin?c") }
      try connection.respond(200, headers: [("X-Version", "7")], body: "content")
    } test: { session, server in
      let file = try await session.download(
        "a",
        to: .chosen { [folder] proposal in
          decisions.append(proposal)
          return folder.path(
            "\(proposal.suggestedName)-\(proposal.head.headerFields[HTTPField.Name("X-Version")!] ?? "")")
        })
      #expect(file.path == folder.path("name.bin-7"))
      #expect(decisions.only?.url == "\(server.url)/b/name.bin?c")
    }
    #expect(try names() == ["name.bin-7"])
  }

  private struct Declined: Error {}

  @Test func `an error of the closure ends the download`() async throws {
    try await withServer {
      try $1.respond(200, body: "content")
    } test: { session, _ in
      _ = await #expect(throws: Declined.self) {
        try await session.download("", to: .chosen { _ in throw Declined() })
      }
    }
    #expect(try names() == [])
  }

  @Test(arguments: ["", "/", "a\0b"]) func `a chosen path that cannot name a file is an error`(path: String)
    async throws
  {
    try await withServer {
      try $1.respond(200, body: "content")
    } test: { session, _ in
      let error = await #expect(throws: BodyError.self) {
        try await session.download("", to: .chosen { _ in path }, options: .test())
      }
      #expect(error?.code == (path == "/" ? .fileIsDirectory : .writeFailed))
    }
  }

  @Test(arguments: [true, false]) func `missing folders are created on request`(synchronizes: Bool)
    async throws
  {
    var options = DownloadOptions()
    options.createsFolders = true
    options.synchronizes = synchronizes
    try await withServer {
      try $1.respond(200, body: "content")
    } test: { session, _ in
      try await session.download("", to: .file(folder.path("a/b/c/file")), options: options)
      try await session.download("name", to: .folder(folder.path("d/e/")), options: options)
    }
    #expect(try folder.contents("a/b/c/file") == Array("content".utf8))
    #expect(try folder.contents("d/e/name") == Array("content".utf8))
  }

  @Test func `a file that exists is an error before anything is sent, or before the body`() async throws {
    try folder.file("file", [1])
    try await withServer {
      try $1.respond(200, headers: [("ETag", "\"1\"")], body: "content")
    } test: { session, server in
      for (destination, connections) in [
        (DownloadDestination.file(folder.path("file")), 0), (.folder(folder.path), 1),
      ] {
        let error = await #expect(throws: BodyError.self) {
          try await session.download("", to: destination)
        }
        #expect(error?.code == .fileExists && error?.path == folder.path("file"))
        #expect(server.acceptedConnections == connections)
      }
      let file = try await session.download("", to: .file(folder.path("other")))
      #expect(file.path == folder.path("other"))
    }
    #expect(try folder.contents("file") == [1])
    #expect(try names() == ["file", "other"])
  }

  @Test func `a file that appears during the download is not replaced`() async throws {
    let gate = Gate()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
      try gate.pass()
      try connection.write("56789")
    } test: { session, _ in
      let download = Task {
        try await session.download("", to: .file(folder.path("file")), options: .test(ifExists: .fail))
      }
      try await expectEventually { (try? folder.contents(folder.partialName()).count) == 5 }
      try folder.file("file", [1])
      gate.open()
      let result = await download.result
      #expect(#expect(throws: BodyError.self) { try result.get() }?.code == .fileExists)
    }
    #expect(try folder.contents("file") == [1])
    #expect(try names() == ["file"])
  }

  @Test(arguments: [1, 4]) func `a unique name is found, also for simultaneous downloads`(segments: Int)
    async throws
  {
    try folder.file("a.txt", [1])
    try folder.directory("a (1).txt")
    let content = patternedBytes(3_000_000)
    try await withServer(ServedFile(content: content).answer) { session, _ in
      let paths = try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            try await session.download(
              "a.txt", to: .folder(folder.path), options: .test(segments: segments, ifExists: .unique)
            ).path
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(paths.count == 4)
      for path in paths {
        let isSame = try Array(Data(contentsOf: URL(filePath: path))) == content
        #expect(isSame)
      }
    }
    #expect(try folder.contents("a.txt") == [1])
    #expect(try names().count == 6)
    #expect(try !names().contains { $0.hasPrefix("(") })
  }

  /// As if the process was killed between giving the file its name and removing that of the partial file.
  @Test(arguments: [true, false]) func `a partial file that is also a complete file is not written to`(
    resuming: Bool
  )
    async throws
  {
    let content = patternedBytes(1000)
    let requests = CallCounter()
    try await withServer {
      try ServedFile(content: content, cut: requests.add() == 1 ? 500 : nil).answer($0, $1)
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(folder.path("file")))
      }
      _ = try folder.hardLink("file", to: folder.partialName())
      try await session.download(
        "", to: .file(folder.path("file")), options: .test(resuming: resuming, ifExists: .unique))
    }
    #expect(try folder.contents("file") == Array(content.prefix(500)))
    #expect(try folder.contents("file (1)") == content)
    #expect(try names() == ["file", "file (1)"])
  }

  // MARK: Resuming

  @Test(arguments: [1, 4]) func `a download to a folder resumes at the path that its response decides`(
    segments: Int
  ) async throws {
    let content = patternedBytes(5_000_000)
    let served = ServedFile(content: content)
    var cut = served
    cut.cut = 900_000
    let isSecond = Event()
    let requests = Record<LoopbackRequest>()
    try await withServer { [cut] request, connection in
      requests.append(request)
      try (isSecond.hasHappened ? served : cut).answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.download("a/name", to: .folder(folder.path), options: .test(segments: segments))
      }
      #expect(try names() == ["(partial)", "(record)"])
      isSecond.happen()
      let count = requests.count
      let file = try await session.download(
        "a/name", to: .folder(folder.path), options: .test(resuming: true, segments: segments))
      #expect(file.resumedByteCount > 0 && file.path == folder.path("name"))
      // The first request decides on the path. Requests for segments of the first download may arrive late.
      let decision = try #require(requests.all[count...].firstIndex { $0["If-Range"] == nil })
      #expect(requests.all[(decision + 1)...].contains { $0["If-Range"] == "\"1\"" })
    }
    let isSame = try folder.contents("name") == content
    #expect(isSame)
    #expect(try names() == ["name"])
  }

  @Test func `a retry keeps the decision and continues`() async throws {
    let content = patternedBytes(30_000)
    let decisions = CallCounter()
    let requests = Record<LoopbackRequest>()
    try await withServer { request, connection in
      requests.append(request)
      try ServedFile(content: content, cut: requests.count == 1 ? 10_000 : nil).answer(request, connection)
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      let file = try await session.download(
        "",
        to: .chosen { [folder] _ in
          folder.path("file \(decisions.add())")
        })
      #expect(file.resumedByteCount == 10_000)
    }
    #expect(decisions.count == 1 && requests.all.map { $0["Range"] } == [nil, "bytes=10000-"])
    #expect(try names() == ["file 1"])
  }

  @Test(arguments: [1, 4]) func `a download continues from its resumption`(segments: Int) async throws {
    let content = patternedBytes(5_000_000)
    let served = ServedFile(content: content)
    let isSecond = Event()
    let kept = Record<DownloadResumption>()
    try await withServer { request, connection in
      var served = served
      served.cut = isSecond.hasHappened ? nil : 900_000
      try served.answer(request, connection)
    } test: { session, server in
      var options = DownloadOptions.test(segments: segments)
      options.didBecomeResumable = { kept.append($0) }
      await #expect(throws: SessionError.self) {
        try await session.download("a/name?token=hush", to: .folder(folder.path), options: options)
      }
      isSecond.happen()
      let resumption = try #require(kept.only)
      #expect(resumption.url == "\(server.url)/a/name?token=hush" && resumption.path == folder.path("name"))
      #expect(resumption.byteCount == 5_000_000 && !"\(resumption)".contains("hush"))
      let data = try JSONEncoder().encode(resumption)
      let file = try await session.download(
        resuming: JSONDecoder().decode(DownloadResumption.self, from: data))
      #expect(file.resumedByteCount > 0 && file.path == resumption.path)
    }
    let isSame = try folder.contents("name") == content
    #expect(isSame)
  }

  @Test(arguments: [
    "{}", "[]", #"{"version":2,"url":"http://a/","path":"/a"}"#, #"{"version":1,"url":"http://a/"}"#,
    #"{"version":1,"url":"ftp://a/","path":"/a"}"#, #"{"version":1,"url":"HTTP://a/","path":"/a"}"#,
    #"{"version":1,"url":"http://u:p@a/","path":"/a"}"#, #"{"version":1,"url":"a","path":"/a"}"#,
    #"{"version":1,"url":"http://a/","path":"a"}"#, #"{"version":1,"url":"http://a/","path":""}"#,
    #"{"version":1,"url":"http://a/","path":"/a/"}"#, #"{"version":1,"url":"http://a/","path":"/a/.."}"#,
    #"{"version":1,"url":"http://a/","path":"/a\u0000b"}"#,
    #"{"version":1,"url":"http://a/","path":"/a","byteCount":-1}"#,
    #"{"version":1,"url":"http://a/","path":"/\#(String(repeating: "a", count: 5000))"}"#,
  ]) func `a malformed resumption is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSON.Decoder().decode(DownloadResumption.self, from: Array(text.utf8))
    }
  }

  @Test func `a minimal resumption is accepted`() throws {
    let text = #"{"version":1,"url":"http://a/","path":"/a"}"#
    let resumption = try JSON.Decoder().decode(DownloadResumption.self, from: Array(text.utf8))
    #expect(resumption.url == "http://a/" && resumption.path == "/a" && resumption.byteCount == nil)
  }
}
