import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Downloads that resume an earlier one.
@Suite(.timeLimit(.minutes(5))) struct ResumeTests {
  private let folder: TemporaryDirectory
  private let content = patternedBytes(2000)
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  private func names() throws -> [String] { try folder.shownNames() }

  private func expectFile(_ content: [UInt8], at location: SourceLocation = #_sourceLocation) throws {
    let isSame = try folder.contents("file") == content
    #expect(isSame, sourceLocation: location)
    #expect(try names() == ["file"], sourceLocation: location)
  }

  /// Serves the file to a download that is cut short, then follows a script for the one that resumes.
  private func resume(
    after count: Int = 1000, of first: ServedFile? = nil, reference: String = "",
    script: (@Sendable (LoopbackRequest, LoopbackConnection) throws -> Void)? = nil,
    between: () throws -> Void = {}, configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session, Record<LoopbackRequest>) async throws -> Void
  ) async throws {
    var whole = first ?? ServedFile(content: content)
    whole.cut = nil
    var cut = whole
    cut.cut = count
    let isSecond = Event()
    let requests = Record<LoopbackRequest>()
    try await withServer { [cut, whole] request, connection in
      guard isSecond.hasHappened else { return try cut.answer(request, connection) }
      requests.append(request)
      try (script ?? whole.answer)(request, connection)
    } configure: {
      configure(&$0)
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.download(.init(reference), to: .file(path))
      }
      isSecond.happen()
      try between()
      try await test(session, requests)
    }
  }

  // MARK: Resuming

  @Test func `a download resumes from any byte`() async throws {
    let content = patternedBytes(40)
    for count in 0..<content.count {
      try await resume(after: count, of: ServedFile(content: content)) { session, requests in
        #expect(try names() == (count == 0 ? [] : ["(partial)", "(record)"]))
        let file = try await session.download("", to: .file(path), options: .test(resuming: true))
        #expect(file.byteCount == 40 && file.resumedByteCount == Int64(count))
        #expect(file.head.status.code == (count == 0 ? 200 : 206))
        #expect(requests.all.map { $0["Range"] } == [count == 0 ? nil : "bytes=\(count)-"])
        #expect(requests.all.map { $0["If-Range"] } == [count == 0 ? nil : "\"1\""])
      }
      try expectFile(content)
      try folder.remove("file")
    }
  }

  /// As if the process was killed between the last byte and the renaming.
  @Test(arguments: [true, false]) func `a partial file may be complete`(isSizeKnown: Bool) async throws {
    try await resume(between: {
      try folder.file(folder.partialName(), content)
      if !isSizeKnown {
        let record = String(decoding: try folder.contents(folder.recordName()), as: UTF8.self)
        try folder.file(
          folder.recordName(), Array(record.withoutSum.replacing(#","byteCount":2000"#, with: "").utf8))
      }
    }) { session, requests in
      let updates = Record<TransferProgress>()
      let file = try await session.download("", to: .file(path), options: .test(resuming: true)) {
        updates.append($0)
      }
      #expect(file.byteCount == 2000 && file.resumedByteCount == 2000 && file.head.status.code == 416)
      #expect(requests.only?["Range"] == "bytes=2000-")
      #expect(updates.last?.receivedBodyByteCount == 2000 && updates.last?.responseBodyByteCount == 2000)
    }
    try expectFile(content)
  }

  @Test func `a download that is cut many times yields the whole file`() async throws {
    let content = patternedBytes(1_000_000)
    var generator = SeededGenerator(seed: 3)
    let cuts = Lock((0..<12).map { _ in Int.random(in: 0..<150_000, using: &generator) })
    try await withServer { request, connection in
      let cut = cuts.withLock { $0.popLast() }
      try ServedFile(content: content, fields: ServedFile.strongDates, cut: cut).answer(request, connection)
    } test: { session, _ in
      var failures = 0
      while true {
        let result = await Result.catching {
          try await session.download("", to: .file(path), options: .test(resuming: true))
        }
        if case .success(let file) = result {
          #expect(file.byteCount == 1_000_000 && file.resumedByteCount > 0)
          break
        }
        failures += 1
        try #require(failures < 20)
        #expect(throws: SessionError.self) { try result.get() }
      }
    }
    try expectFile(content)
  }

  /// A redirect that another one replaces, with what the download continues after, or from the beginning.
  @Test(
    arguments: [
      ("/a?sig=1", "/a?sig=2", true), ("/a", "/b", false), ("/a", nil, false), (nil, "/a", false),
      (nil, "/?sig=1", true), ("HOST/a", "HOST/a", true), ("/a", "HOST/a", false),
    ] as [(String?, String?, Bool)], ["file", "folder"])
  func `a redirect leads to the rest, if it leads to the same URL but for the query`(
    test: (first: String?, second: String?, isResumed: Bool), destination: String
  ) async throws {
    let version = Lock(0)
    let served = (0..<2).map { patternedBytes(2000 + $0).suffix(2000) }.map { ServedFile(content: Array($0)) }
    try await withServer { request, connection in
      let isSecond = version.withLock { $0 } == 1
      let host = request["Host"]?.replacing("127.0.0.1", with: "localhost") ?? ""
      let target = (isSecond ? test.second : test.first)?.replacing("HOST", with: "http://\(host)")
      if request.target == "/", let target { return try connection.redirect(302, to: target) }
      var file = served[isSecond && !test.isResumed ? 1 : 0]
      if !isSecond { file.cut = 1000 }
      try file.answer(request, connection)
    } test: { session, _ in
      let place = destination == "file" ? DownloadDestination.file(path) : .chosen { _ in path }
      await #expect(throws: SessionError.self) { try await session.download("", to: place) }
      version.withLock { $0 = 1 }
      let file = try await session.download("", to: place, options: .test(resuming: true))
      #expect(file.resumedByteCount == (test.isResumed ? 1000 : 0))
    }
    try expectFile(served[test.isResumed ? 0 : 1].content)
  }

  @Test func `progress includes the resumed bytes`() async throws {
    let updates = Record<TransferProgress>()
    try await resume { session, _ in
      _ = try await session.download("", to: .file(path), options: .test(resuming: true)) {
        updates.append($0)
      }
    }
    let last = try #require(updates.last)
    #expect(
      last.receivedBodyByteCount == 2000 && last.responseBodyByteCount == 2000
        && last.decodedByteCount == 2000)
    #expect(
      updates.all.allSatisfy {
        $0.resumedByteCount == 1000 && $0.receivedBodyByteCount >= 1000 && $0.responseBodyByteCount == 2000
      })
  }

  @Test(arguments: [(2000, true), (1999, false), (500, false)] as [(Int64, Bool)])
  func `the maximum size applies to the whole file`(limit: Int64, fits: Bool) async throws {
    try await resume { session, _ in
      let result = await Result.catching {
        try await session.download("", to: .file(path), options: .test(resuming: true, upTo: limit))
      }
      if fits {
        let file = try result.get()
        return #expect(file.byteCount == 2000)
      }
      #expect(#expect(throws: SessionError.self) { try result.get() }?.code == .bodyTooLarge)
      #expect(try names() == [])
    }
  }

  @Test func `the maximum size applies to a complete partial file`() async throws {
    try await resume(between: { try folder.file(folder.partialName(), content) }) { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true, upTo: 1999))
      }
      #expect(error?.code == .bodyTooLarge)
    }
    #expect(try names() == [])
  }

  /// A sparse partial file of 15 TiB.
  @Test func `a partial file of absurd size is replaced`() async throws {
    try await resume(between: {
      let record = String(decoding: try folder.contents(folder.recordName()), as: UTF8.self)
      try folder.file(
        folder.recordName(), Array(record.withoutSum.replacing(#","byteCount":2000"#, with: "").utf8))
      try folder.truncate(folder.partialName(), to: 15 << 40)
    }) { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(resuming: true)) { _ in }
      #expect(file.resumedByteCount == 0 && file.byteCount == 2000)
      #expect(requests.all.map { $0["Range"] } == ["bytes=\(15 << 40)-", nil])
    }
    try expectFile(content)
  }

  // MARK: Starting over

  @Test func `without resuming, the partial file is replaced`() async throws {
    try await resume { session, requests in
      let file = try await session.download("", to: .file(path))
      #expect(file.resumedByteCount == 0)
      #expect(requests.all.map { $0["Range"] } == [nil])
    }
    try expectFile(content)
  }

  @Test func `another version is downloaded from the start`() async throws {
    let other = ServedFile(content: patternedBytes(1500, seed: 9), fields: [("ETag", "\"2\"")])
    try await resume(script: other.answer) { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 0)
      #expect(requests.only?["If-Range"] == "\"1\"")
    }
    try expectFile(other.content)
  }

  /// The second download is cut short too, and the third resumes the new version.
  @Test func `the record has the version of the partial file`() async throws {
    var other = ServedFile(content: patternedBytes(1500, seed: 9), fields: [("ETag", "\"2\"")])
    let whole = other
    other.cut = 700
    let isThird = Event()
    try await resume { [other] request, connection in
      try (isThird.hasHappened ? whole : other).answer(request, connection)
    } test: { session, requests in
      await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      isThird.happen()
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 700)
      #expect(requests.last?["If-Range"] == "\"2\"" && requests.last?["Range"] == "bytes=700-")
    }
    try expectFile(whole.content)
  }

  /// The responses to the request for the rest. A request for the whole file succeeds.
  @Test(
    arguments: [
      (206, [("Content-Range", "bytes 999-1998/2000")]), (206, [("Content-Range", "bytes 1001-2000/2001")]),
      (206, [("Content-Range", "bytes 1000-1999/2001")]), (206, [("Content-Range", "bytes 1000-1998/2000")]),
      (206, [("Content-Range", "bytes 0-999/1000")]), (206, [("Content-Range", "bytes 1000-1999/1999")]),
      (206, [("Content-Range", "bytes 1000-99999999999999999999/*")]),
      (206, [("Content-Range", "bytes */2000")]),
      (206, [("Content-Range", "items 1000-1999/2000")]), (206, []),
      (206, [("Content-Range", "bytes 1000-1999/2000"), ("Content-Range", "bytes 1000-1999/2000")]),
      // It says nothing about the version, although `If-Range` asks for one.
      (206, [("Content-Range", "bytes 1000-1999/2000")]),
      (206, [("Content-Range", "bytes 1000-1999/2000"), ("ETag", "\"2\"")]),
      (206, [("Content-Range", "bytes 1000-1999/2000"), ("ETag", "W/\"1\"")]),
      (206, [("Content-Range", "bytes 1000-1999/2000"), ("Content-Encoding", "gzip")]),
      (
        206,
        [("Content-Range", "bytes 1000-1999/2000"), ("Content-Type", "multipart/byteranges; boundary=B")]
      ),
      (206, [("Content-Type", "multipart/byteranges; boundary=B")]),
      (416, [("Content-Range", "bytes */1999")]), (416, [("Content-Range", "bytes */500")]), (416, []),
      (416, [("Content-Range", "bytes */1000")]),
      (416, [("Content-Range", "bytes */1000"), ("ETag", "\"2\"")]),
    ] as [(Int, ServedFile.Fields)])
  func `after a response that is not the rest, the whole file is requested`(
    status: Int, fields: ServedFile.Fields
  ) async throws {
    let served = ServedFile(content: content)
    try await resume { request, connection in
      guard request["Range"] != nil else { return try served.answer(request, connection) }
      try connection.respond(status, headers: fields, body: [UInt8](repeating: 0, count: 1000))
    } test: { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.byteCount == 2000 && file.resumedByteCount == 0 && file.head.status == .ok)
      #expect(requests.all.map { $0["Range"] } == ["bytes=1000-", nil])
    }
    try expectFile(content)
  }

  @Test func `a response that is not used does not keep its connection`() async throws {
    let served = ServedFile(content: content)
    try await resume { request, connection in
      guard request["Range"] != nil else { return try served.answer(request, connection) }
      try connection.respond(416, body: [UInt8](repeating: 0, count: 8 << 20))
    } configure: {
      $0.maximumConnectionsPerHost = 1
      // A timeout would release the connection.
      $0.timeout = nil
    } test: { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.byteCount == 2000 && requests.count == 2)
    }
    try expectFile(content)
  }

  @Test func `a partial response to the request for the whole file is an error`() async throws {
    try await resume {
      try $1.respond(206, headers: [("Content-Range", "bytes 7-9/10")], body: "789")
    } test: { session, requests in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      #expect(error?.code == .invalidResponse && requests.count == 2)
    }
  }

  /// More or fewer bytes than the range has, without another declared length.
  @Test(arguments: [999, 1001, 0, 300_000])
  func `a rest of another length than its range is an error`(count: Int)
    async throws
  {
    try await resume { _, connection in
      try connection.write(
        "HTTP/1.1 206 \r\nETag: \"1\"\r\nContent-Range: bytes 1000-1999/2000\r\nConnection: close\r\n\r\n")
      try connection.write([UInt8](repeating: 0, count: count))
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      #expect(error?.code == .invalidResponse)
    }
    #expect(try names() == [])
  }

  @Test(arguments: [503, 404, 401, 304]) func `a refusal keeps the partial file`(status: Int) async throws {
    let isThird = Event()
    let served = ServedFile(content: content)
    try await resume { request, connection in
      if isThird.hasHappened { return try served.answer(request, connection) }
      try connection.respond(status, body: "later")
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      #expect(error?.head.status.code == status)
      #expect(try names() == ["(partial)", "(record)"])
      isThird.happen()
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 1000)
    }
    try expectFile(content)
  }

  /// A mistake in the URL costs nothing.
  /// Also the complete file that it was going to replace.
  @Test(arguments: [201, 202, 204, 226])
  func `a success without the file keeps the partial file`(status: Int) async throws {
    let older = Array("older".utf8)
    let isThird = Event()
    let served = ServedFile(content: content)
    try await resume(
      script: { request, connection in
        if isThird.hasHappened { return try served.answer(request, connection) }
        try connection.respond(status, headers: [("ETag", "\"1\"")])
      },
      between: { try folder.file("file", older) }
    ) { session, requests in
      let error = await #expect(throws: ResponseError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      #expect(error?.head.status.code == status)
      #expect(try folder.contents("file") == older)
      #expect(try names().sorted() == ["(partial)", "(record)", "file"])
      isThird.happen()
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 1000 && requests.all.last?["Range"] == "bytes=1000-")
    }
    try expectFile(content)
  }

  @Test func `a refusal of another URL keeps the partial file`() async throws {
    let served = ServedFile(content: content)
    try await resume { request, connection in
      if request.target == "/" { return try served.answer(request, connection) }
      try connection.respond(404)
    } test: { session, _ in
      for resuming in [true, false] {
        await #expect(throws: ResponseError.self) {
          try await session.download("mistake", to: .file(path), options: .test(resuming: resuming))
        }
      }
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 1000)
    }
    try expectFile(content)
  }

  // MARK: Partial files and records

  @Test(
    arguments: [
      ([("ETag", "\"1\"")], "\"1\""), ([("ETag", "\"1\""), ("Accept-Ranges", "bytes")], "\"1\""),
      (ServedFile.strongDates, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (ServedFile.strongDates + [("ETag", "\"1\"")], "\"1\""),
      // Without a strong validator: weak tags, dates that are too close, or neither.
      ([], nil), ([("ETag", "W/\"1\"")], nil), (ServedFile.strongDates + [("ETag", "W/\"1\"")], nil),
      ([("ETag", "1")], nil), ([("ETag", "\"1\""), ("ETag", "\"2\"")], nil),
      ([ServedFile.strongDates[0]], nil),
      ([ServedFile.strongDates[0], ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")], nil),
      ([ServedFile.strongDates[0], ("Date", "Sun, 06 Nov 1994 08:49:36 GMT")], nil),
      ([("Last-Modified", "yesterday"), ServedFile.strongDates[1]], nil),
      // Without ranges.
      ([("ETag", "\"1\""), ("Accept-Ranges", "none")], nil),
      ([("ETag", "\"1\""), ("Accept-Ranges", "NONE")], nil),
    ] as [(ServedFile.Fields, String?)])
  func `a partial file is kept if its version has a strong validator`(
    fields: ServedFile.Fields, validator: String?
  ) async throws {
    try await resume(of: ServedFile(content: content, fields: fields)) { session, requests in
      #expect(try names() == (validator == nil ? [] : ["(partial)", "(record)"]))
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == (validator == nil ? 0 : 1000))
      #expect(requests.all.map { $0["If-Range"] } == [validator])
    }
    try expectFile(content)
  }

  /// A server that ignores `If-Range`, and sends ranges of another version, which has a tag.
  @Test(arguments: ["\"2\"", "W/\"2\""]) func `a range with a tag is of another version than one with a date`(
    tag: String
  ) async throws {
    let file = ServedFile(content: content, fields: ServedFile.strongDates)
    let other = [UInt8](repeating: 7, count: content.count)
    try await resume(
      of: file,
      script: { request, connection in
        guard let range = request["Range"] else { return try file.answer(request, connection) }
        let start = try #require(Int(range.dropFirst("bytes=".count).dropLast()))
        let fields = [("ETag", tag), ("Content-Range", "bytes \(start)-\(other.count - 1)/\(other.count)")]
        try ServedFile(content: other, fields: []).send(206, Array(other[start...]), fields, to: connection)
      }
    ) { session, _ in
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 0)
    }
    try expectFile(content)
  }

  @Test func `the record is private and has no secrets`() async throws {
    try await resume(reference: "a/secret-path?token=hush") { session, requests in
      let record = String(decoding: try folder.contents(folder.recordName()), as: UTF8.self)
      for word in ["hush", "token", "secret", "127.0.0.1"] { #expect(!record.contains(word)) }
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(folder.recordName()))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      // The query is part of the resumed URL.
      let file = try await session.download(
        "a/secret-path?token=other", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 0)
      #expect(requests.all.map { $0["Range"] } == [nil])
    }
  }

  /// As if the process had no descriptors left.
  @Test func `a partial file that cannot be opened now is kept`() async throws {
    try await resume { session, requests in
      let lease = try FileLease(folder.path(folder.partialName()))
      let error = await #expect(throws: BodyError.self) {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      #expect(error?.code == .writeFailed && error?.systemErrorNumber == EWOULDBLOCK)
      #expect(try requests.all.isEmpty && names() == ["(partial)", "(record)"])
      lease.end()
      let file = try await session.download("", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 1000)
    }
    try expectFile(content)
  }

  @Test(arguments: [
    "gone", "empty", "cut", "garbage", "other version", "huge", "other file", "other partial file", "folder",
    "fifo",
    "link", "short", "whole gone", "whole empty",
  ]) func `without a valid record and partial file, the download starts over`(kind: String) async throws {
    try await resume(between: {
      let record = try folder.contents(folder.recordName())
      switch kind {
      case "gone": try folder.remove(folder.recordName())
      case "empty": try folder.file(folder.recordName())
      case "cut": try folder.file(folder.recordName(), Array(record.dropLast()))
      case "garbage": try folder.file(folder.recordName(), patternedBytes(500))
      case "other version": try folder.file(folder.recordName(), Array(#"{"version":2}"#.utf8))
      case "other file", "other partial file":
        let (old, new) =
          kind == "other file" ? (#""file":"file""#, #""file":"b""#) : (#""inode":"#, #""inode":1"#)
        let text = String(decoding: record, as: UTF8.self).withoutSum
        try folder.file(folder.recordName(), Array(text.replacing(old, with: new).utf8))
      case "huge": try folder.truncate(folder.recordName(), to: 1 << 40)
      case "folder", "fifo", "link":
        let name = try folder.recordName()
        try folder.file("record", record)
        try folder.remove(name)
        if kind == "fifo" { try folder.fifo(name) }
        if kind == "link" { _ = try folder.symbolicLink(name, to: folder.path("record")) }
        if kind == "folder" { try folder.directory(name) }
      // A partial file that is longer than the file.
      case "short": try folder.append(content, to: folder.partialName())
      case "whole gone": try folder.remove(folder.partialName())
      default: try folder.file(folder.partialName())
      }
    }) { session, requests in
      let result = await Result.catching {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      #expect(requests.all.map { [$0["Range"], $0["If-Range"]] } == [[nil, nil]])
      #expect(try result.get().resumedByteCount == 0)
      let isSame = try folder.contents("file") == content
      #expect(isSame)
      // Only files that are known to be left-overs are removed: those that a valid record names, and the record.
      let left: [String] =
        switch kind {
        case "gone": ["(partial)"]
        case "empty", "cut", "garbage", "other version", "huge", "other file": ["(partial)", "(record)"]
        case "other partial file": ["(partial)"]
        case "folder", "fifo", "link": ["(partial)", "(record)", "record"]
        default: []
        }
      #expect(try names() == (left + ["file"]).sorted())
    }
  }
}
