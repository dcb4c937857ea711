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

/// The file that keeps a session's cookies.
@Suite(.timeLimit(.minutes(5))) struct CookieFileTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("cookies") }

  /// A file without cookies.
  private static let empty = Array("# Netscape HTTP Cookie File\n\n".utf8)

  init() throws { folder = try TemporaryDirectory() }

  /// Returns the names and values of the cookies in the file, in order.
  private func saved() throws -> [String] {
    let text = String(decoding: try folder.contents("cookies"), as: UTF8.self)
    return try Self.cookies(in: text)
  }

  /// Returns the names and values in a complete file.
  private static func cookies(in text: String) throws -> [String] {
    try #require(text.hasPrefix("# Netscape HTTP Cookie File\n\n") && text.hasSuffix("\n"), "\(text)")
    return try text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(fields.count == 7, "\(line)")
      return "\(fields[5])=\(fields[6])"
    }.sorted()
  }

  private func attributes() throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: path)
  }

  /// Runs a test with a server that sets cookies by its targets, and a session that keeps them in the file.
  private func withCookies(
    _ fields: @escaping @Sendable (LoopbackRequest) -> [String],
    configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session, LoopbackServer) async throws -> Void
  ) async throws {
    try await withServer {
      try $1.readBody { _ in }
      let cookies = fields($0).map { (name: "Set-Cookie", value: $0) }
      switch $0.target {
      case "/redirect": try $1.respond(302, headers: cookies + [("Location", "/end")])
      case "/challenge" where $0["Authorization"] == nil:
        try $1.respond(401, headers: cookies + [("WWW-Authenticate", "Basic realm=\"x\"")])
      case "/digest" where $0["Authorization"] == nil:
        try $1.respond(401, headers: cookies + [("WWW-Authenticate", "Digest realm=\"x\", nonce=\"y\"")])
      default: try $1.respond(200, headers: cookies, body: "ok")
      }
    } configure: {
      $0.cookies = .file(path, keepsSessionCookies: true)
      configure(&$0)
    } test: {
      try await test($0, $1)
    }
  }

  // MARK: When it is written

  @Test func `cookies are in the file before the caller gets the response`() async throws {
    let goOn = Event()
    try await withServer {
      _ = $0
      try $1.write(
        "HTTP/1.1 200 OK\r\nset-cookie: a=1; HttpOnly\r\nSET-COOKIE:b=2\r\nContent-Length: 2\r\n\r\n")
      try goOn.waitOnThread()
      try $1.write("ok")
    } configure: {
      $0.cookies = .file(path, keepsSessionCookies: true)
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      // The session lives on, and the body has not arrived: a program that ended here would lose nothing.
      let content = try? folder.contents("cookies")
      goOn.happen()
      #expect(
        String(decoding: content ?? [], as: UTF8.self) == """
          # Netscape HTTP Cookie File

          #HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1
          127.0.0.1\tFALSE\t/\tFALSE\t0\tb\t2

          """)
      _ = try await response.body.collect(upTo: 10)
    }
  }

  @Test(arguments: ["redirect", "challenge", "digest"])
  func `cookies of responses that are not the last one count too`(target: String) async throws {
    try await withCookies {
      $0["Authorization"] == nil && $0.target != "/end" ? ["\(target)=1"] : []
    } configure: {
      $0.credentials = .fixed(.password(user: "u", password: "p"))
    } test: { session, _ in
      _ = try await session.send(session.request(.get, .init(target)))
      #expect(try saved() == ["\(target)=1"])
    }
  }

  @Test func `a response without cookies writes nothing`() async throws {
    try await withCookies { _ in
      []
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(try folder.names() == [])
    let content = Array("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t1\told\t1\n".utf8)
    try folder.file("cookies", content)
    try await withCookies { _ in
      []
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(try folder.contents("cookies") == content)
  }

  @Test func `a file that a killed process was writing is removed by the next write`() async throws {
    let stem = try DestinationPath(path).hiddenStem
    try folder.file("\(stem)-1.new", [1])
    try await withCookies { _ in
      ["a=1"]
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(try folder.names() == ["cookies"])
  }

  @Test func `a removed cookie leaves the file`() async throws {
    try await withCookies {
      $0.target == "/set" ? ["a=1; Max-Age=3600", "b=2"] : ["a=; Max-Age=0"]
    } test: { session, _ in
      _ = try await session.get("set", decoding: .bytes)
      #expect(try saved() == ["a=1", "b=2"])
      _ = try await session.get("remove", decoding: .bytes)
      #expect(try saved() == ["b=2"])
    }
  }

  @Test func `each response of many finds its cookie in the file`() async throws {
    try await withCookies {
      ["c\($0.target.dropFirst())=1"]
    } configure: {
      $0.loops = 3
    } test: { session, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            _ = try await session.send(session.request(.get, "\(number)"))
            #expect(try saved().contains("c\(number)=1"))
          }
        }
        try await group.waitForAll()
      }
      #expect(try saved() == (0..<200).map { "c\($0)=1" }.sorted())
    }
    #expect(try folder.names() == ["cookies"])
  }

  // MARK: How it is written

  @Test func `the file is its owner's, and replaced at once`() async throws {
    try folder.file("cookies", Self.empty)
    try folder.setPermissions(0o644, of: "cookies")
    let old = try folder.openForWriting("cookies")
    try await withCookies { _ in
      ["a=1"]
    } test: { session, _ in
      _ = try await session.send(session.request(.get, ""))
    }
    #expect(try attributes()[.posixPermissions] as? Int == 0o600)
    // Those who have the old file open see it as it was.
    #expect(try old.status().byteCount == Int64(Self.empty.count))
    #expect(try folder.names() == ["cookies"])
  }

  @Test func `a reader never sees a part of the file`() async throws {
    let file = CookieFile(at: path, keepsSessionCookies: true)
    let hasEnded = Lock(false)
    let line = Array("h\tFALSE\t/\tFALSE\t0\tname\t\(String(repeating: "x", count: 1000))".utf8)
    async let reading = withTaskExecutorPreference(BlockingExecutor.shared) {
      var counts: Set<Int> = []
      repeat {
        guard let bytes = try? folder.contents("cookies") else { continue }
        counts.insert(try Self.cookies(in: String(decoding: bytes, as: UTF8.self)).count)
      } while !hasEnded.withLock { $0 }
      return counts
    }
    for count in 1...200 {
      file.noteChange()
      await file.save { Array(repeating: line, count: count % 2 == 0 ? 1000 : 10) }
    }
    hasEnded.withLock { $0 = true }
    #expect(try await reading.isSubset(of: [10, 1000]))
  }

  @Test func `a symbolic link is replaced, and its target stays`() async throws {
    try folder.file("target", Self.empty)
    _ = try folder.symbolicLink("cookies", to: folder.path("target"))
    let file = CookieFile(at: path, keepsSessionCookies: true)
    file.noteChange()
    await file.save { [] }
    #expect(try saved() == [])
    #expect(try folder.contents("target") == Self.empty)
  }

  @Test func `the same content is not written again`() async throws {
    let file = CookieFile(at: path, keepsSessionCookies: true)
    var files: [UInt64] = []
    // A save may take the lines of the one before, which ends later than its waiting task is resumed.
    let line = Lock("")
    for text in ["a\t1", "a\t1", "a\t2"] {
      line.withLock { $0 = text }
      file.noteChange()
      await file.save { [Array(line.withLock { $0 }.utf8)] }
      files.append(try #require(try attributes()[.systemFileNumber] as? UInt64))
    }
    #expect(files[0] == files[1] && files[1] != files[2])
  }

  @Test func `writes are shared by responses that arrive during one`() async throws {
    let file = CookieFile(at: path, keepsSessionCookies: true)
    let (isWriting, mayGoOn, writes) = (Event(), Gate(), Record<Int>())
    file.noteChange()
    async let first: Void = file.save {
      isWriting.happen()
      writes.append(1)
      try? mayGoOn.pass()
      return []
    }
    try await isWriting.wait()
    for _ in 0..<1000 { file.noteChange() }
    await withTaskGroup { group in
      for _ in 0..<1000 {
        group.addTask {
          await file.save {
            writes.append(1)
            return []
          }
        }
      }
      mayGoOn.open()
      mayGoOn.open()
    }
    await first
    #expect(writes.count == 2)
    await file.save {
      Issue.record("nothing has changed"); return []
    }
  }

  @Test(arguments: [true, false])
  func `expired cookies are left out, and session cookies unless they are kept`(keepsSessionCookies: Bool) {
    let lines = [
      "h\tFALSE\t/\tFALSE\t0\tsession\t1", "h\tFALSE\t/\tFALSE\t1\tremoved\t1",
      "h\tFALSE\t/\tFALSE\t1000\tjust\t1", "h\tFALSE\t/\tFALSE\t1001\tlater\t1",
      "#HttpOnly_h\tFALSE\t/\tFALSE\t5\told\t",
      "h\tFALSE\t/\tFALSE\t9223372036854775807\tforever\t", "an unknown line",
      "h\tFALSE\t/\tFALSE\t\u{e4}\tx\t",
    ]
    let file = CookieFile(at: path, keepsSessionCookies: keepsSessionCookies)
    let content = String(decoding: file.content(lines.map { Array($0.utf8) }, at: 1000), as: UTF8.self)
    let kept = (keepsSessionCookies ? [0, 3, 5, 6, 7] : [3, 5, 6, 7]).map { lines[$0] }.joined(
      separator: "\n")
    #expect(content == "# Netscape HTTP Cookie File\n\n\(kept)\n")
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `another program reads the file`() async throws {
    try await withCookies { _ in
      ["a=1; Max-Age=3600; Secure", "b=two words; Path=/p; HttpOnly", "c=; Domain=127.0.0.1", "d=\u{e4}"]
    } test: { session, _ in
      _ = try await session.get("p/x", decoding: .bytes)
    }
    let found: [String] = try ScriptOracle.python3.run(
      """
      import http.cookiejar, json
      jar = http.cookiejar.MozillaCookieJar(input)
      # It takes the expiry 0 of session cookies for a time.
      jar.load(ignore_discard=True, ignore_expires=True)
      print(json.dumps(sorted(f"{c.name}={c.value or ''} {c.domain}" for c in jar)))
      """, input: path)
    #expect(
      found == [
        "a=1 127.0.0.1", "b=two words 127.0.0.1", "c= 127.0.0.1", "d=\u{e4} 127.0.0.1",
      ])
  }

  // MARK: What cannot be written

  @Test(arguments: ["missing/cookies", "directory", "fifo", "a\0b"])
  func `a file that cannot be written is logged once, and changes nothing`(name: String) async throws {
    try folder.directory("directory")
    #expect(try run("mkfifo", folder.path("fifo")) == 0)
    let log = CapturingLog()
    let file = CookieFile(at: folder.path(name), log: log.logger)
    for count in 1...3 {
      file.noteChange()
      await file.save { [Array("\(count)".utf8)] }
    }
    #expect(log.lines.count == 1, "\(log.lines.all)")
    #expect(log.lines.only?.hasPrefix("the cookies cannot be saved: ") == true)
    #expect(try folder.names().sorted() == ["directory", "fifo"])
    #expect(try FileStatus(ofFileAt: folder.path("fifo")).kind == .stream)
  }

  @Test(arguments: [
    ("missing/cookies", ErrorCode.writeFailed), ("directory", .fileExists), ("fifo", .fileExists),
    ("loop", .fileUnreadable), ("a\0b", .writeFailed),
  ])
  func `a file that cannot be written is found before a request`(name: String, code: ErrorCode)
    async throws
  {
    try folder.directory("directory")
    _ = try folder.fifo("fifo")
    _ = try folder.symbolicLink("loop", to: folder.path("loop"))
    let error = await #expect(throws: BodyError.self) {
      try await TransportSettings.Cookies.file(folder.path(name)).check()
    }
    #expect(error?.code == code && error?.path == folder.path(name))
    #expect(try folder.names().sorted() == ["directory", "fifo", "loop"])
  }

  @Test func `a file that can be written is not changed by a check`() async throws {
    for cookies in [TransportSettings.Cookies.off, .inMemory, .file(path)] { try await cookies.check() }
    #expect(try folder.names() == [])
    try folder.file("cookies", Self.empty)
    try await TransportSettings.Cookies.file(path).check()
    #expect(try folder.contents("cookies") == Self.empty)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file that cannot be read is kept, and logged`() async throws {
    try folder.file("cookies", [1])
    try folder.setPermissions(0, of: "cookies")
    let log = CapturingLog()
    let file = CookieFile(at: path, log: log.logger)
    file.noteChange()
    await file.save { [] }
    #expect(log.lines.count == 1)
    let error = await #expect(throws: BodyError.self) {
      try await TransportSettings.Cookies.file(path).check()
    }
    #expect(error?.code == .fileUnreadable)
    try folder.setPermissions(0o600, of: "cookies")
    #expect(try folder.contents("cookies") == [1])
  }

  /// To libcurl, a lone word is a command: `ALL` removes all cookies.
  @Test(arguments: [true, false])
  func `the cookies of a file are sent, whatever is between them`(keepsSessionCookies: Bool) async throws {
    let start = "127.0.0.1\tFALSE\t/\tFALSE\t"
    let lines = [
      "# Netscape HTTP Cookie File", "", "\(start)4102444800\ta\t1\r", " \t\(start)4102444800\tb\t2", "ALL",
      "FLUSH",
      "SESS", "RELOAD", "#HttpOnly_\(start)4102444800\tc\t3", "# \(start)4102444800\tcomment\t1",
      "\(start)0\tsession\t4", "\(start)1\texpired\t1",
      "\(start)4102444800\tlong\t\(String(repeating: "x", count: 5000))", "\(start)4102444800\tempty\t",
      "\(start)4102444800\td\t5",
    ]
    try folder.file("cookies", Array(lines.joined(separator: "\n").utf8))
    let received = Record<String>()
    try await withCookies {
      received.append($0["Cookie"] ?? "-")
      return []
    } configure: {
      $0.cookies = .file(path, keepsSessionCookies: keepsSessionCookies)
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(received.all.count == 1)
    let cookies = try #require(received.all.first).components(separatedBy: "; ").sorted()
    #expect(cookies == ["a=1", "b=2", "c=3", "d=5", "empty="] + (keepsSessionCookies ? ["session=4"] : []))
  }

  @Test func `a session keeps the cookies that it cannot write`() async throws {
    let received = Record<String>()
    try await withCookies {
      received.append($0["Cookie"] ?? "-")
      return ["a=1"]
    } configure: {
      $0.cookies = .file("/no/such/folder/cookies")
    } test: { session, _ in
      for _ in 0..<2 { _ = try await session.get("", decoding: .bytes) }
    }
    #expect(received.all == ["-", "a=1"])
  }
}
