import FoundationEssentials
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Paths as URLs, also of files whose names are not UTF-8.
@Suite(.timeLimit(.minutes(5))) struct URLPathTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Returns the URL and the text of the path of a file, whose name begins with a byte that is not UTF-8.
  private func path(_ name: String) throws -> (url: URL, text: String) {
    (try #require(URL(string: "file://\(folder.path)/%FF%20\(name)")), folder.path("\0\u{FF} \(name)"))
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try Descriptor.create(path).write(bytes.span)
  }

  private func contents(_ file: some BodySource) async throws -> [UInt8] {
    try await file.chunks().reduce(into: []) { $0 += $1 }
  }

  private func errorCode(of result: Result<[UInt8], any Error>) -> ErrorCode? {
    do {
      _ = try result.get()
      return nil
    } catch {
      return (error as? SessionError)?.code
    }
  }

  @Test func `a download and its folder may be URLs`() async throws {
    let (url, text) = try path("a")
    let (other, otherText) = try path("b")
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      try await session.download("1", to: .file(url))
      try await session.download("2", to: .folder(other), options: DownloadOptions(createsFolders: true))
      try await session.download("3", to: .chosen { other.appending(component: $0.suggestedName) })
      #expect(try await contents(.file(at: text)) == Array("/1".utf8))
      #expect(try await contents(.file(at: otherText + "/2")) == Array("/2".utf8))
      #expect(try await contents(.file(at: otherText + "/3")) == Array("/3".utf8))
      let web = try #require(URL(string: "http://127.0.0.1/a"))
      let error = await #expect(throws: BodyError.self) { try await session.download("4", to: .file(web)) }
      #expect(error?.code == .writeFailed)
    }
  }

  @Test func `the file of a plan of a download may be a URL`() async throws {
    let content = patternedBytes(1000)
    let (url, text) = try path("a")
    try await withServer(ServedFile(content: content).answer) { session, _ in
      let plan = try await DownloadPlan(dividing: session.request(.get, "f"), in: session, size: 300)
      let first = try await session.downloadSegments(1...2, of: plan, to: url)
      try await plan.complete(first + session.downloadSegments(3...4, of: plan, to: text), at: url)
      #expect(try await contents(.file(at: text)) == content)
    }
  }

  @Test func `the record of parts may be a URL`() async throws {
    let (url, text) = try path("record")
    try write([1], to: text)
    try await withServer {
      try $1.respond(200)
    } test: { session, _ in
      let store = PartStore.s3(record: url) { _ in try session.request(.put, "") }
      let file = try folder.file("a", [1])
      let error = await #expect(throws: SessionError.self) {
        try await session.uploadParts(of: .file(at: file), to: store)
      }
      #expect(error?.code == .invalidRecord)
    }
  }

  @Test func `a file of cookies may be a URL`() async throws {
    let (url, text) = try path("cookies")
    let cookies = TransportSettings.Cookies.file(url, keepsSessionCookies: true)
    try await cookies.check()
    for isKept in [false, true] {
      try await withServer {
        #expect($0["Cookie"] == (isKept ? "a=1" : nil))
        try $1.respond(200, headers: [("Set-Cookie", "a=1")])
      } configure: {
        $0.cookies = cookies
      } test: { session, _ in
        try await session.send(session.request(.get, ""), decoding: .ignored)
      }
    }
    #expect(try await !contents(.file(at: text)).isEmpty)
    let web = try #require(URL(string: "http://127.0.0.1/a"))
    let error = await #expect(throws: BodyError.self) {
      try await TransportSettings.Cookies.file(web).check()
    }
    #expect(error?.code == .writeFailed)
  }

  @Test func `a netrc file may be a URL`() async throws {
    let (url, text) = try path("netrc")
    try write(Array("machine 127.0.0.1 login ada password p".utf8), to: text)
    let web = try #require(URL(string: "http://127.0.0.1/a"))
    for (netrc, code) in [(url, nil), (web, .invalidConfiguration)] as [(URL, ErrorCode?)] {
      try await withServer {
        #expect($0["Authorization"] == AuthorizationField.basic(user: "ada", password: "p"))
        try $1.respond(200)
      } configure: {
        $0.netrc = .file(netrc)
      } test: { session, _ in
        let result = await Result.catching { try await session.get("", decoding: .bytes) }
        #expect(errorCode(of: result) == code)
      }
    }
  }

  @Test func `a Unix socket may be a URL`() async throws {
    let server = try LoopbackServer(unixSocket: folder.path("a")) { connection in
      try connection.serveRequests { try $1.respond(200, body: $0["Host"] ?? "") }
    }
    defer { server.stop() }
    let (url, text) = try path("socket")
    try renameFile(folder.path("a"), to: text)
    let web = try #require(URL(string: "http://127.0.0.1/a"))
    for (socket, code) in [(url, nil), (web, .invalidConfiguration)] as [(URL, ErrorCode?)] {
      let session = Session(.test(baseURL: "http://some.example/") { $0.unixSocketPath = socket })
      let result = await Result.catching { try await session.get("", decoding: .bytes) }
      #expect(errorCode(of: result) == code)
      if code == nil { #expect(try result.get() == Array("some.example".utf8)) }
      await session.invalidate()
    }
  }
}
