import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Files beside a download, which it does not touch, whatever names the server and other users choose.
@Suite(.timeLimit(.minutes(5))) struct DownloadNamesTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("foo") }

  init() throws { folder = try TemporaryDirectory() }

  /// Downloads `foo` up to its half, calls `meanwhile`, and downloads the rest.
  ///
  /// - Returns: The result of the download.
  private func download(
    _ content: [UInt8], options: DownloadOptions = .test(), isResumable: Bool = true,
    others: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void = { _, _ in },
    meanwhile: (Session) async throws -> Void
  ) async throws -> Result<DownloadedFile, any Error> {
    let gate = Gate()
    let half = content.count / 2
    return try await withServer { request, connection in
      guard request.target == "/foo" else { return try others(request, connection) }
      let tag = isResumable ? "ETag: \"1\"\r\n" : ""
      try connection.write("HTTP/1.1 200 OK\r\n\(tag)Content-Length: \(content.count)\r\n\r\n")
      try connection.write(Array(content[..<half]))
      try gate.pass()
      try connection.write(Array(content[half...]))
    } test: { session, _ in
      let task = Task { [path] in try await session.download("foo", to: .file(path), options: options) }
      try await expectEventually {
        (try? FileStatus(ofFileAt: folder.path(folder.partialName())).byteCount) == Int64(half)
      }
      do {
        try await meanwhile(session)
      } catch {
        task.cancel()
        gate.open()
        throw error
      }
      gate.open()
      return await task.result
    }
  }

  /// The names that version 0.2 used, and that a server may choose.
  @Test func `downloads of names like temporary ones do not disturb each other`() async throws {
    let content = patternedBytes(60_000_000)
    let names = ["foo.part", "foo.part.json", "foo.part.json.new", "foo.new"]
    let file = try await download(
      content,
      others: { try $1.respond(200, headers: [("ETag", "\"2\"")], body: "18 bytes of a file") }
    ) { session in
      for name in names {
        let file = try await session.download(.init(name), to: .folder(folder.path))
        #expect(file.path == folder.path(name) && file.byteCount == 18)
      }
    }.get()
    #expect(file.byteCount == 60_000_000)
    let isSame = try folder.contents("foo") == content
    #expect(isSame)
    for name in names { #expect(try folder.contents(name) == Array("18 bytes of a file".utf8)) }
    #expect(try folder.names().sorted() == (["foo"] + names).sorted())
  }

  /// As in the report: the server names its 18 bytes like the partial file of the large file, whose digest is checked.
  @Test(arguments: [1, 4]) func `the digest of a file is that of its own bytes`(segments: Int) async throws {
    let content = patternedBytes(3_000_000)
    var hash = SHA256()
    hash.update(content.span)
    let digest = SHA256.hexadecimal(hash.digest)
    try await withServer { request, connection in
      if request.target == "/foo" { return try ServedFile(content: content).answer(request, connection) }
      try connection.respond(
        200, headers: [("Content-Disposition", "attachment; filename=\"foo.part\"")],
        body: "18 bytes of a file")
    } test: { session, _ in
      let large = Task { [path] in
        var options = DownloadOptions.test(segments: segments)
        options.expectedSHA256 = digest
        return try await session.download("foo", to: .file(path), options: options)
      }
      try await session.download("other", to: .folder(folder.path))
      let file = try await large.value
      #expect(file.byteCount == 3_000_000 && file.sha256 == digest)
    }
    let isSame = try folder.contents("foo") == content
    #expect(isSame)
    #expect(try folder.contents("foo.part") == Array("18 bytes of a file".utf8))
    #expect(try folder.names().sorted() == ["foo", "foo.part"])
  }

  @Test(arguments: [ExistingFilePolicy.fail, .replace, .unique], ["complete", "cut", "refused"])
  func `a user's files beside a download stay`(policy: ExistingFilePolicy, end: String) async throws {
    let names = ["x.part", "x.part.json", "x.part.json.new", "x.new", ".x", ".sluice-", ".sluice-x.part"]
    for name in names { try folder.file(name, Array(name.utf8)) }
    let served = ServedFile(content: patternedBytes(1000), cut: end == "cut" ? 200 : nil)
    try await withServer { request, connection in
      if end == "refused" { return try connection.respond(404) }
      try served.answer(request, connection)
    } test: { session, _ in
      for resuming in [false, true] {
        _ = await Result.catching {
          try await session.download(
            "x", to: .file(folder.path("x")), options: .test(resuming: resuming, ifExists: policy))
        }
      }
    }
    for name in names { #expect(try folder.contents(name) == Array(name.utf8)) }
    let expected = end == "complete" ? policy == .unique ? ["x", "x (1)"] : ["x"] : []
    #expect(
      try folder.names().filter { !names.contains($0) && !$0.hasPrefix(".sluice-") }.sorted() == expected)
  }

  /// Files with such names exist only if a person has chosen them.
  @Test func `the hidden files of a download are not replaced, and others like them can be downloaded`()
    async throws
  {
    let content = patternedBytes(1000)
    let file = try await download(
      content, others: { try $1.respond(200, body: "other") }
    ) { session in
      for name in [try folder.partialName(), try folder.recordName()] {
        let error = await #expect(throws: BodyError.self) {
          try await session.download("other", to: .file(folder.path(name)))
        }
        #expect(error?.code == .fileExists)
      }
      try await session.download("other", to: .file(folder.path(".sluice-1.part")))
    }.get()
    #expect(file.byteCount == 1000)
    #expect(try folder.contents("foo") == content && folder.contents(".sluice-1.part") == Array("other".utf8))
    #expect(try folder.names().count == 2)
  }

  @Test(
    arguments: [ExistingFilePolicy.fail, .replace, .unique], ["removed", "replaced", "linked", "moved"])
  func `a partial file that was replaced meanwhile fails the download, and stays`(
    policy: ExistingFilePolicy, change: String
  ) async throws {
    let result = try await download(patternedBytes(1000), options: .test(ifExists: policy)) { _ in
      let name = try folder.partialName()
      if change == "removed" { return try folder.remove(name) }
      try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path("moved"))
      if change == "replaced" { try folder.file(name, Array("18 bytes of a file".utf8)) }
      if change == "linked" { _ = try folder.symbolicLink(name, to: folder.path("moved")) }
    }
    let error = #expect(throws: BodyError.self) { try result.get() }
    #expect(error?.code == .fileReplaced && error?.path == path)
    let left = ["removed": [], "moved": ["moved"]][change] ?? ["(partial)", "moved"]
    #expect(try folder.shownNames() == left)
    if change == "replaced" {
      #expect(try folder.contents(folder.partialName()) == Array("18 bytes of a file".utf8))
    }
  }

  @Test func `a partial file that another program extends fails the download, and is removed`() async throws {
    let result = try await download(patternedBytes(1000)) { _ in
      try folder.truncate(folder.partialName(), to: 2000)
    }
    let error = #expect(throws: BodyError.self) { try result.get() }
    #expect(error?.code == .fileGrew && error?.expectedByteCount == 1000 && error?.actualByteCount == 2000)
    #expect(try folder.names() == [])
  }

  @Test func `a record that was replaced meanwhile stays`() async throws {
    let file = try await download(patternedBytes(1000)) { _ in
      let record = try folder.recordName()
      try folder.remove(record)
      try folder.file(record, [1, 2, 3])
    }.get()
    #expect(file.byteCount == 1000)
    #expect(try folder.contents(folder.recordName()) == [1, 2, 3])
  }

  @Test(arguments: ["regular", "empty", "link", "folder", "hard link"])
  func `a file with the name of a record stays, and another name is used`(kind: String) async throws {
    let record = "\(try DestinationPath(path).hiddenStem).json"
    try folder.file("target", [1])
    switch kind {
    case "regular": try folder.file(record, Array(#"{"version":3,"file":"bar"}"#.utf8))
    case "empty": try folder.file(record)
    case "link": _ = try folder.symbolicLink(record, to: folder.path("target"))
    case "hard link": _ = try folder.hardLink(record, to: "target")
    default: try folder.directory(record)
    }
    let content = patternedBytes(1000)
    let isCut = Event()
    try await withServer { request, connection in
      try ServedFile(content: content, cut: isCut.hasHappened ? nil : 500).answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) { try await session.download("foo", to: .file(path)) }
      isCut.happen()
      let file = try await session.download("foo", to: .file(path), options: .test(resuming: true))
      #expect(file.resumedByteCount == 500)
    }
    #expect(try folder.contents("foo") == content && folder.contents("target") == [1])
    #expect(try folder.names().sorted() == [record, "foo", "target"])
  }

  // MARK: Left-overs

  /// Leaves the files of a download that was cut short.
  private func leaveFiles(_ content: [UInt8], _ meanwhile: () throws -> Void) async throws -> DownloadedFile {
    let isCut = Event()
    return try await withServer { request, connection in
      try ServedFile(content: content, cut: isCut.hasHappened ? nil : 500).answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) { try await session.download("foo", to: .file(path)) }
      isCut.happen()
      try meanwhile()
      return try await session.download("foo", to: .file(path), options: .test(resuming: true))
    }
  }

  @Test func `a partial file and a record are resumed`() async throws {
    let file = try await leaveFiles(patternedBytes(1000)) {}
    #expect(file.resumedByteCount == 500)
    #expect(try folder.names() == ["foo"])
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give a file away"), arguments: ["partial file", "record"])
  func `files of another user are neither resumed nor removed`(kind: String) async throws {
    let content = patternedBytes(1000)
    let file = try await leaveFiles(content) {
      let name = try kind == "partial file" ? folder.partialName() : folder.recordName()
      try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: folder.path(name))
    }
    #expect(file.resumedByteCount == 0)
    #expect(try folder.contents("foo") == content)
    #expect(
      try folder.shownNames()
        == (kind == "partial file" ? ["(partial)", "foo"] : ["(partial)", "(record)", "foo"]))
  }

  @Test func `a record with a second name is neither used nor removed`() async throws {
    let file = try await leaveFiles(patternedBytes(1000)) {
      _ = try folder.hardLink("mine", to: folder.recordName())
    }
    #expect(file.resumedByteCount == 0)
    #expect(try folder.shownNames() == ["(partial)", "(record)", "foo", "mine"])
  }

  @Test func `a name of 255 bytes is downloaded and resumed`() async throws {
    let name = String(repeating: "n", count: 255)
    let isCut = Event()
    try await withServer { request, connection in
      try ServedFile(content: patternedBytes(1000), cut: isCut.hasHappened ? nil : 500)
        .answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(folder.path(name)))
      }
      isCut.happen()
      let file = try await session.download(
        "", to: .file(folder.path(name)), options: .test(resuming: true))
      #expect(file.resumedByteCount == 500)
    }
    #expect(try folder.names() == [name])
  }

  // MARK: One name for several downloads

  /// Both have the same last segment. The second waits for its head until the first is complete.
  @Test(arguments: [ExistingFilePolicy.replace, .fail, .unique])
  func `a download does not replace the file of another that ran at the same time`(
    policy: ExistingFilePolicy
  ) async throws {
    let isAsked = Event()
    let isFirstComplete = Event()
    try await withServer { request, connection in
      if request.target == "/2/a" {
        isAsked.happen()
        try isFirstComplete.waitOnThread()
      }
      try connection.respond(200, body: request.target)
    } test: { session, _ in
      let second = Task {
        try await session.download("2/a", to: .folder(folder.path), options: .test(ifExists: policy))
      }
      try await isAsked.wait()
      try await session.download("1/a", to: .folder(folder.path + "/"), options: .test(ifExists: policy))
      isFirstComplete.happen()
      let result = await second.result
      if policy == .unique {
        #expect(try result.get().path == folder.path("a (1)"))
      } else {
        let error = #expect(throws: BodyError.self) { try result.get() }
        #expect(error?.code == .fileExists && error?.path == folder.path("a"))
      }
    }
    #expect(try folder.contents("a") == Array("/1/a".utf8))
    #expect(try folder.names().count == (policy == .unique ? 2 : 1))
  }

  @Test func `a later download replaces the file of an earlier one`() async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      for number in 1...3 {
        try await session.download("\(number)/a", to: .folder(folder.path), options: .test())
      }
    }
    #expect(try folder.contents("a") == Array("/3/a".utf8))
  }

  @Test func `a path is free after a download of it has failed`() async throws {
    let isAsked = Event()
    let hasFailed = Event()
    try await withServer { request, connection in
      if request.target == "/1/a" {
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1")
        return connection.finishWriting()
      }
      isAsked.happen()
      try hasFailed.waitOnThread()
      try connection.respond(200, body: request.target)
    } test: { session, _ in
      let second = Task { try await session.download("2/a", to: .folder(folder.path)) }
      try await isAsked.wait()
      await #expect(throws: SessionError.self) {
        try await session.download("1/a", to: .folder(folder.path))
      }
      hasFailed.happen()
      _ = try await second.value
    }
    #expect(try folder.contents("a") == Array("/2/a".utf8))
  }

  @Test(arguments: [1, 4], [ExistingFilePolicy.replace, .unique])
  func `downloads of one batch do not replace each other's files`(limit: Int, policy: ExistingFilePolicy)
    async throws
  {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      let transfers = try (0..<4).map {
        session.transfer(
          try session.request(.get, "\(raw: $0)/a"), to: .folder(folder.path),
          options: .test(ifExists: policy))
      }
      var finished = 0
      for try await member in session.batch(transfers, maximumConcurrentCount: limit) {
        switch member.result {
        case .success(let file):
          finished += 1
          #expect(try Data(contentsOf: URL(filePath: file.path)) == Data("/\(member.index)/a".utf8))
        case .failure(let error):
          #expect([.fileExists, .fileInUse].contains((error as? BodyError)?.code))
        }
      }
      #expect(finished == (policy == .unique ? 4 : 1))
      #expect(try folder.names().count == finished)
      // Another batch may replace the file.
      let again = [
        session.transfer(try session.request(.get, "9/a"), to: .folder(folder.path), options: .test())
      ]
      for try await member in session.batch(again, maximumConcurrentCount: 1) { _ = try member.result.get() }
      #expect(try folder.contents("a") == Array("/9/a".utf8))
    }
  }

  @Test func `a path that a batch refuses is free for later downloads`() async throws {
    let isAsked = Event()
    let mayEnd = Event()
    try await withServer { request, connection in
      if request.target == "/slow" {
        isAsked.happen()
        try mayEnd.waitOnThread()
      }
      try connection.respond(200, body: request.target)
    } test: { session, _ in
      // Paths are kept while a download runs that began before.
      let slow = Task { try await session.download("slow", to: .folder(folder.path)) }
      try await isAsked.wait()
      let transfers = try (0..<2).map {
        session.transfer(
          try session.request(.get, "\(raw: $0)/a"), to: .folder(folder.path), options: .test())
      }
      var refused = 0
      for try await member in session.batch(transfers, maximumConcurrentCount: 1) {
        if case .failure = member.result { refused += 1 }
      }
      #expect(refused == 1)
      try await session.download("2/a", to: .folder(folder.path), options: .test())
      #expect(try folder.contents("a") == Array("/2/a".utf8))
      mayEnd.happen()
      _ = try await slow.value
    }
  }

  @Test func `a file is not replaced by an older download after a newer one has failed`() throws {
    let paths = DerivedPaths(isBatch: false) { _ in false }
    let older = paths.begin()
    let first = paths.begin()
    try paths.claim(DestinationPath("/a"), by: first)
    try paths.end(first, DestinationPath("/a"))
    let newer = paths.begin()
    try paths.claim(DestinationPath("/a"), by: newer)
    try paths.release(DestinationPath("/a"), by: newer)
    paths.end(newer, nil)
    #expect(throws: BodyError.self) { try paths.claim(DestinationPath("/a"), by: older) }
    try paths.claim(DestinationPath("/a"), by: paths.begin())
  }

  @Test func `names that differ in their bytes only are different paths`() throws {
    let paths = DerivedPaths(isBatch: true) { _ in false }
    try paths.claim(DestinationPath("/\u{E9}"), by: paths.begin())
    try paths.claim(DestinationPath("/e\u{301}"), by: paths.begin())
    #expect(throws: BodyError.self) { try paths.claim(DestinationPath("/\u{E9}"), by: paths.begin()) }
  }

  @Test func `names that differ in case only are one path where the file system ignores case`() throws {
    let paths = DerivedPaths(isBatch: true) { $0 == "/fat" }
    try paths.claim(DestinationPath("/fat/a"), by: paths.begin())
    #expect(throws: BodyError.self) { try paths.claim(DestinationPath("/fat/A"), by: paths.begin()) }
    try paths.claim(DestinationPath("/ext4/a"), by: paths.begin())
    try paths.claim(DestinationPath("/ext4/A"), by: paths.begin())
  }

  @Test func `the paths of ended downloads are forgotten`() throws {
    let paths = DerivedPaths(isBatch: false) { _ in false }
    for number in 0..<1000 {
      let download = paths.begin()
      try paths.claim(DestinationPath("/\(number)"), by: download)
      try paths.end(download, DestinationPath("/\(number)"))
    }
    #expect(paths.count == 0)
    let long = paths.begin()
    for number in 0..<1000 {
      let download = paths.begin()
      try paths.claim(DestinationPath("/\(number)"), by: download)
      try paths.end(download, DestinationPath("/\(number)"))
    }
    #expect(
      #expect(throws: BodyError.self) { try paths.claim(DestinationPath("/5"), by: long) }?.code
        == .fileExists)
    paths.end(long, nil)
    #expect(paths.count == 0)
  }
}
