import FoundationEssentials
import SluiceBody
import SluiceTestSupport
import Testing

/// What tells whether a body is still the same.
@Suite(.timeLimit(.minutes(5))) struct BodyIdentityTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the same body made again has the same identity`() throws {
    let path = try directory.file("file", sampleBytes(10))
    func body() -> JoinedSource {
      JoinedSource([
        .text("a"), .file(at: path), .throttled(FileSource(at: path, range: 2..<5), maximumRate: 1),
      ])
    }
    let identity = try #require(try body().identity())
    #expect(try body().identity() == identity)
    #expect(identity.byteCount == 14)
    #expect(identity.files.map(\.path) == [path, path])
    let copy = try JSONDecoder().decode(BodyIdentity.self, from: JSONEncoder().encode(identity))
    #expect(copy == identity)
  }

  @Test func `the path of a file may have another spelling`() throws {
    let path = try directory.file("file", sampleBytes(10))
    _ = try directory.symbolicLink("link", to: "file")
    let identity = try FileSource(at: path).identity()
    for name in ["./file", "link"] {
      let other = try FileSource(at: directory.path(name)).identity()
      #expect(other == identity && other.hashValue == identity.hashValue)
    }
  }

  enum Change: CaseIterable { case content, contentWithTheSameTime, replacement, size, range, bytes, order }

  @Test(arguments: Change.allCases)
  func `another body has another identity`(_ change: Change) throws {
    let path = try directory.file("file", sampleBytes(10))
    try directory.setModified("file", to: 1)
    let body = JoinedSource([.text("a"), FileSource(at: path, range: 0..<8)])
    let before = try #require(try body.identity())
    var changed = body
    switch change {
    case .content: try directory.setModified("file", to: 2)
    case .contentWithTheSameTime: try directory.overwrite("file", at: 0, [0xFF], settingModified: 1)
    case .replacement:
      try directory.file("other", sampleBytes(10))
      try directory.remove("file")
      try FileManager.default.moveItem(atPath: directory.path("other"), toPath: path)
      try directory.setModified("file", to: 1)
    case .size: try directory.append([1], to: "file")
    case .range: changed = JoinedSource([.text("a"), FileSource(at: path, range: 1..<9)])
    case .bytes: changed = JoinedSource([.text("b"), FileSource(at: path, range: 0..<8)])
    case .order: changed = JoinedSource([FileSource(at: path, range: 0..<8), .text("a")])
    }
    let after = try #require(try changed.identity())
    #expect(after != before)
    let error = after.changed(since: before)
    #expect(error.code == .changed)
    let isFile = [.content, .contentWithTheSameTime, .replacement, .size].contains(change)
    #expect(error.path == (isFile ? path : nil))
  }

  @Test func `bytes are not the bodies that they are divided into`() throws {
    #expect(
      try JoinedSource([.text("ab"), .text("c")]).identity()
        != JoinedSource([.text("a"), .text("bc")]).identity())
  }

  @Test func `bodies that cannot be recognized have no identity`() throws {
    #expect(try AsyncSource(AsyncStream<[UInt8]> { $0.finish() }).identity() == nil)
    #expect(try FileSource(at: "/dev/null").identity() == nil)
    #expect(try JoinedSource([.text("a"), .file(at: "/dev/null")]).identity() == nil)
  }

  @Test func `a file that has vanished or has another size has no identity but an error`() throws {
    let source = FileSource(at: try directory.file("file", sampleBytes(10)))
    try directory.append([1], to: "file")
    #expect(#expect(throws: BodyError.self) { try source.identity() }?.code == .fileGrew)
    try directory.remove("file")
    #expect(#expect(throws: BodyError.self) { try source.identity() }?.code == .fileVanished)
  }

  @Test func `an identity is small, whatever the number of files`() throws {
    let path = try directory.file("file", sampleBytes(10))
    let files = (0..<1000).map { FileSource(at: path, range: 0..<Int64($0 % 10)) }
    let identity = try #require(try JoinedSource(files).identity())
    #expect(identity.files.count == 100)
    #expect(try JoinedSource(files.dropLast()).identity() != identity)
  }
}
