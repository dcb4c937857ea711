import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Downloads to files, which are whole or absent.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  private func names() throws -> [String] { try folder.shownNames() }

  /// Waits until the partial file has `count` bytes.
  private func expectPart(_ count: Int, at location: SourceLocation = #_sourceLocation) async throws {
    try await expectEventually(
      { (try? folder.contents(folder.partialName()).count) == count }, sourceLocation: location)
  }

  @Test(arguments: [0, 1, 3_000_001]) func `a downloaded file has every byte`(count: Int) async throws {
    let content = patternedBytes(count)
    let requests = Record<LoopbackRequest>()
    try await withServer {
      requests.append($0)
      try $1.respond(200, headers: [("X-A", "b")], body: content)
    } test: { session, _ in
      let file = try await session.download("videos/1", to: .file(path))
      #expect(file.path == path && file.byteCount == Int64(count) && file.resumedByteCount == 0)
      #expect(file.head.status == .ok)
    }
    let isSame = try folder.contents("file") == content
    #expect(isSame)
    #expect(try names() == ["file"])
    #expect(requests.only?.target == "/videos/1" && requests.only?["Accept-Encoding"] == "identity")
    #expect(requests.all.map { [$0["Range"], $0["If-Range"]] } == [[nil, nil]])
  }

  @Test(arguments: [204, 205], [1, 3]) func `a response to GET without content is no file`(
    status: Int, segments: Int
  ) async throws {
    try folder.file("file", [1, 2, 3])
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 \(status) x\r\nContent-Length: 0\r\n\r\n")
    } test: { session, _ in
      let options = DownloadOptions(ifExists: .replace, maximumConcurrentCount: segments)
      let error = await #expect(throws: ResponseError.self) {
        try await session.download("", to: .file(path), options: options)
      }
      #expect(error?.code == .emptyBody && error?.status.code == status)
      #expect(try folder.contents("file") == [1, 2, 3])
      // What counts is that the request was successful.
      try await session.download(session.request(.post, ""), to: .file(path), options: options)
    }
    #expect(try folder.contents("file").isEmpty)
    #expect(try names() == ["file"])
  }

  @Test func `an existing file stays until the download is complete`() async throws {
    try folder.file("file", [1, 2, 3])
    let gate = Gate()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
      try gate.pass()
      try connection.write("56789")
    } test: { session, _ in
      async let download = session.download("", to: .file(path), options: .test())
      try await expectPart(5)
      #expect(try folder.contents("file") == [1, 2, 3])
      #expect(try names() == ["(partial)", "(record)", "file"])
      gate.open()
      _ = try await download
    }
    #expect(try folder.contents("file") == Array("0123456789".utf8))
    #expect(try names() == ["file"])
  }

  /// None of these can be resumed, so the partial file is not kept.
  @Test(
    arguments: [
      "half of its length": "Content-Length: 10\r\n\r\n01234",
      "no last chunk": "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
      "nothing of its length": "Content-Length: 10\r\n\r\n",
      "nothing of its length, with a tag": "ETag: \"1\"\r\nContent-Length: 10\r\n\r\n",
      "corrupt gzip": "ETag: \"1\"\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\nno gz",
    ] as NamedCases)
  func `a truncated or corrupt body does not replace the file`(body: NamedCase<String>) async throws {
    try folder.file("file", [1, 2, 3])
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\n" + body.value)
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test())
      }
      #expect(error?.code == (body.name == "corrupt gzip" ? .invalidResponse : .connectionLost))
    }
    #expect(try folder.contents("file") == [1, 2, 3])
    #expect(try names() == ["file"])
  }

  @Test(arguments: [404, 304, 416, 503])
  func `an unacceptable status is an error with the response's body`(status: Int)
    async throws
  {
    try await withServer { _, connection in
      try connection.respond(status, body: "what happened")
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.download("a?b=c", to: .file(path))
      }
      #expect(error?.code == .unacceptableStatus && error?.head.status.code == status)
      #expect(error?.body == (status == 304 ? [] : Array("what happened".utf8)))
      #expect(error?.url?.hasSuffix("/a") == true)
    }
    #expect(try names() == [])
  }

  @Test func `a partial response is an error unless a range was requested`() async throws {
    try await withServer {
      try $1.respond(206, headers: [("Content-Range", "bytes 0-2/10")], body: "012")
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("?q", to: .file(path))
      }
      #expect(error?.code == .invalidResponse && error?.url == "\(server.url)/")
      #expect(try names() == [])
      // A range that was requested is a file of its own.
      try await session.download(
        "", fields: [.range: "bytes=0-2"], to: .file(path), options: .test(resuming: true))
    }
    #expect(try folder.contents("file") == Array("012".utf8))
  }

  @Test func `a coded response is decoded into the file`() async throws {
    let content = patternedBytes(100_000)
    let coded = try await readAll(GzipSource(.bytes(content)).makeReader())
    try await withServer {
      try $1.respond(200, headers: [("Content-Encoding", "gzip")], body: coded)
    } test: { session, _ in
      let file = try await session.download("", to: .file(path))
      #expect(file.byteCount == 100_000)
    }
    let isSame = try folder.contents("file") == content
    #expect(isSame)
  }

  @Test(arguments: [true, false], [(10, true), (9, false), (0, false)])
  func `a file over the maximum size is an error`(isAnnounced: Bool, limit: (size: Int64, fits: Bool))
    async throws
  {
    try await withServer { _, connection in
      let framing =
        isAnnounced
        ? "Content-Length: 10\r\n\r\n0123456789"
        : "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n"
      try connection.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\n" + framing)
    } test: { session, _ in
      let result = await Result.catching {
        try await session.download("", to: .file(path), options: .test(upTo: limit.size))
      }
      if limit.fits {
        let file = try result.get()
        return #expect(file.byteCount == 10)
      }
      let error = #expect(throws: SessionError.self) { try result.get() }
      #expect(error?.code == .bodyTooLarge)
      #expect(try names() == [])
    }
  }

  @Test func `the partial file is removed if the file is too large`() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\n")
      for _ in 0..<100 { try connection.write([UInt8](repeating: 7, count: 10_000)) }
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(upTo: 900_000))
      }
      #expect(error?.code == .bodyTooLarge)
    }
    #expect(try names() == [])
  }

  @Test func `the response to a POST can be downloaded`() async throws {
    try await withServer {
      let body = try $1.readBody()
      try $1.respond(200, headers: [("ETag", "\"1\"")], body: Array("\($0.method) ".utf8) + body)
    } test: { session, _ in
      let request = try session.request(.post, "", body: .text("body"))
      for resuming in [true, false] {
        try await session.download(request, to: .file(path), options: .test(resuming: resuming))
      }
    }
    #expect(try folder.contents("file") == Array("POST body".utf8))
  }

  /// Only a GET can request the rest.
  @Test func `a POST that is cut short leaves no partial file`() async throws {
    let served = ServedFile(content: patternedBytes(1000), cut: 500)
    try await withServer(served.answer) { session, _ in
      let request = try session.request(.post, "")
      await #expect(throws: SessionError.self) { try await session.download(request, to: .file(path)) }
    }
    #expect(try names() == [])
  }

  // MARK: Destinations

  @Test func `a device or a FIFO is written to directly`() async throws {
    let content = patternedBytes(300_000)
    let fifo = try folder.fifo("fifo")
    let served = ServedFile(content: content)
    try await withServer(served.answer) { session, _ in
      let file = try await session.download("", to: .file("/dev/null"), options: .test(resuming: true))
      #expect(file.byteCount == 300_000)
      async let copy = readAll(FileSource(at: fifo).makeReader())
      try await session.download("", to: .file(fifo), options: .test())
      let isSame = try await copy == content
      #expect(isSame)
      let full = await #expect(throws: BodyError.self) {
        try await session.download("", to: .file("/dev/full"), options: .test())
      }
      #expect(full?.code == .writeFailed && full?.path == "/dev/full" && full?.systemErrorNumber == 28)
    }
    #expect(try names() == ["fifo"])
  }

  @Test(arguments: ["timeout", "cancellation", "invalidation"], [false, true])
  func `a download to a FIFO that nobody reads can be ended`(end: String, isOpen: Bool) async throws {
    let fifo = try folder.fifo("fifo")
    let reader = isOpen ? try Descriptor.open(fifo, flags: O_RDWR) : nil
    let isSent = Event()
    try await withServer {
      isSent.happen()
      try? $1.respond(200, body: patternedBytes(1_000_000))
    } configure: {
      $0.timeout = end == "timeout" ? .milliseconds(500) : nil
    } test: { session, _ in
      let call = Task { try await session.download("", to: .file(fifo), options: .test()) }
      try await isSent.wait()
      try await Task.sleep(for: .milliseconds(200))
      switch end {
      case "cancellation": call.cancel()
      case "invalidation": await session.invalidate()
      default: break
      }
      let result = await call.result
      let error = #expect(throws: (any Error).self) { try result.get() }
      switch end {
      case "cancellation": #expect(error is CancellationError)
      case "invalidation": #expect((error as? SessionError)?.code == .invalidated)
      default: #expect((error as? SessionError)?.code == .timedOut)
      }
    }
    withExtendedLifetime(reader) {}
  }

  @Test func `a symbolic link is replaced, not its target`() async throws {
    try folder.file("target", [1])
    _ = try folder.symbolicLink("file", to: folder.path("target"))
    try await withServer {
      try $1.respond(200, body: "new")
    } test: { session, _ in
      _ = try await session.download("", to: .file(path), options: .test())
    }
    #expect(try folder.contents("target") == [1])
    #expect(try folder.contents("file") == Array("new".utf8))
  }

  @Test(arguments: ["", "folder", "folder/", "new/", "a\0b", "loop"])
  func `a path that is not a file's is refused before anything is sent`(name: String) async throws {
    try folder.directory("folder")
    _ = try folder.symbolicLink("loop", to: folder.path("loop"))
    let path = name.isEmpty ? "" : folder.path(name)
    try await withServer {
      try $1.respond(200, body: "new")
    } test: { session, server in
      let error = await #expect(throws: BodyError.self) {
        try await session.download("", to: .file(path), options: .test())
      }
      #expect(
        error?.code == (name.hasPrefix("folder") ? .fileIsDirectory : .writeFailed) && error?.path == path)
      #expect(server.acceptedConnections == 0)
    }
    #expect(try names().sorted() == ["folder", "loop"])
  }

  @Test func `a missing folder is an error`() async throws {
    try await withServer {
      try $1.respond(200, body: "new")
    } test: { session, _ in
      let error = await #expect(throws: BodyError.self) {
        try await session.download("", to: .file(folder.path("no/file")))
      }
      #expect(error?.code == .writeFailed && error?.path == folder.path("no/file"))
    }
  }

  @Test(arguments: [true, false])
  func `the second of two simultaneous downloads to a path fails`(resuming: Bool) async throws {
    let gate = Gate()
    try await withServer { request, connection in
      guard request.target == "/first" else { return try connection.respond(200, body: "second") }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfir")
      try gate.pass()
      try connection.write("st")
    } test: { session, _ in
      async let first = session.download("first", to: .file(path))
      try await expectPart(3)
      let error = await #expect(throws: BodyError.self) {
        try await session.download("second", to: .file(path), options: .test(resuming: resuming))
      }
      #expect(error?.code == .fileInUse)
      gate.open()
      _ = try await first
      #expect(try folder.contents("file") == Array("first".utf8))
      try await session.download("second", to: .file(path), options: .test(resuming: resuming))
    }
    #expect(try folder.contents("file") == Array("second".utf8))
    #expect(try names() == ["file"])
  }

  /// The first one would replace a file with the name that both have.
  @Test(arguments: [true, false])
  func `a second download with a free name is not replaced by the first one`(exists: Bool) async throws {
    let gate = Gate()
    let attempts = CallCounter()
    if exists { try folder.file("file (1)", [9]) }
    try await withServer { request, connection in
      guard request.target == "/first" else {
        // A retry keeps the name.
        attempts.add()
        return try connection.respond(attempts.count == 1 ? 503 : 200, body: "second")
      }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfir")
      try gate.pass()
      try connection.write("st")
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      async let first = session.download("first", to: .file(path))
      try await expectPart(3)
      let second = try await session.download("second", to: .file(path), options: .test(ifExists: .unique))
      #expect(second.path == folder.path(exists ? "file (2)" : "file (1)"))
      gate.open()
      _ = try await first
      #expect(try folder.contents("file") == Array("first".utf8))
      #expect(try folder.contents(exists ? "file (2)" : "file (1)") == Array("second".utf8))
    }
    #expect(try names() == (exists ? ["file", "file (1)", "file (2)"] : ["file", "file (1)"]))
  }

  @Test(arguments: [true, false])
  func `cancelling keeps the partial file only if it can be resumed`(isResumable: Bool) async throws {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\n\(isResumable ? "ETag: \"1\"\r\n" : "")\r\n01234")
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      let task = Task { [path] in try await session.download("", to: .file(path)) }
      try await expectPart(5)
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await wasClosed.wait()
    }
    #expect(try names() == (isResumable ? ["(partial)", "(record)"] : []))
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  @Test func `the last progress report has the size of the whole file`() async throws {
    let updates = Record<TransferProgress>()
    try await withServer {
      try $1.respond(200, body: patternedBytes(2_000_000))
    } test: { session, _ in
      _ = try await session.download("", to: .file(path)) { updates.append($0) }
    }
    let last = try #require(updates.last)
    #expect(
      last.receivedBodyByteCount == 2_000_000 && last.responseBodyByteCount == 2_000_000
        && last.decodedByteCount == 2_000_000)
    #expect(last.resumedByteCount == 0)
  }
}
