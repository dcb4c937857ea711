import FoundationEssentials
import SluiceBody
import SluiceTestSupport
import Testing

/// Files that change after their source was made: an error with both sizes, never padded, cut or complete
/// bytes.
@Suite(.timeLimit(.minutes(5))) struct ChangedFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let content = sampleBytes(100)

  enum Change: CaseIterable {
    case growsByOne, grows, shrinksByOne, becomesEmpty, vanishes
    case becomesDirectory, becomesFIFO, becomesSocket, becomesShorterFile, losesItsDirectory
  }

  private func apply(_ change: Change) throws {
    switch change {
    case .growsByOne: try directory.append([1], to: "d/file")
    case .grows: try directory.append(sampleBytes(1000), to: "d/file")
    case .shrinksByOne: try directory.truncate("d/file", to: 99)
    case .becomesEmpty: try directory.truncate("d/file", to: 0)
    case .vanishes: try directory.remove("d/file")
    case .becomesDirectory:
      try directory.remove("d/file")
      try directory.directory("d/file")
    case .becomesFIFO:
      try directory.remove("d/file")
      try directory.fifo("d/file")
    case .becomesSocket:
      try directory.remove("d/file")
      try directory.socket("d/file")
    case .becomesShorterFile:
      try directory.remove("d/file")
      try directory.file("d/file", sampleBytes(40))
    case .losesItsDirectory:
      try directory.remove("d")
      try directory.file("d")
    }
  }

  private func source(range: Range<Int64>? = nil) throws -> FileSource {
    try directory.directory("d")
    let path = try directory.file("d/file", Self.content)
    return if let range { FileSource(at: path, range: range) } else { FileSource(at: path) }
  }

  private func expect(
    _ error: BodyError?, _ code: ErrorCode, expected: Int64 = 100, actual: Int64?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.path == directory.path("d/file"), sourceLocation: sourceLocation)
    #expect(error?.expectedByteCount == expected, sourceLocation: sourceLocation)
    #expect(error?.actualByteCount == actual, sourceLocation: sourceLocation)
  }

  private static let beforeReading: [(Change, ErrorCode, actual: Int64?)] = [
    (.growsByOne, .fileGrew, 101),
    (.grows, .fileGrew, 1100),
    (.shrinksByOne, .fileShrank, 99),
    (.becomesEmpty, .fileShrank, 0),
    (.becomesShorterFile, .fileShrank, 40),
    (.vanishes, .fileVanished, nil),
    (.losesItsDirectory, .fileVanished, nil),
    (.becomesDirectory, .fileVanished, nil),
    (.becomesFIFO, .fileVanished, nil),
    (.becomesSocket, .fileVanished, nil),
  ]

  @Test(arguments: beforeReading)
  func `a change before the first read is an error without a byte read`(
    _ change: Change, _ code: ErrorCode, _ actual: Int64?
  ) throws {
    let source = try source()
    let reader = try source.makeReader()
    try apply(change)
    #expect(try source.byteCount == 100)
    expect(#expect(throws: BodyError.self) { try reader.readOnce(upTo: 1) }, code, actual: actual)
    // So it is for a reader that is made after the change.
    let late = try source.makeReader()
    expect(#expect(throws: BodyError.self) { try late.readOnce(upTo: 1) }, code, actual: actual)
  }

  private static let whileReading: [(Change, ErrorCode, actual: Int64?)] = [
    (.growsByOne, .fileGrew, 101),
    (.grows, .fileGrew, 1100),
    (.shrinksByOne, .fileShrank, 99),
    (.becomesEmpty, .fileShrank, 0),
  ]

  @Test(arguments: whileReading, [1, 7, 60, 1000])
  func `a change during reading is an error before the end`(
    _ change: (Change, code: ErrorCode, actual: Int64?), _ step: Int
  ) async throws {
    let reader = try source().makeReader()
    let head = try reader.readOnce(upTo: 40)
    #expect(head.bytes == Array(Self.content[..<40]))
    try apply(change.0)
    let error = await #expect(throws: BodyError.self) { try await readAll(reader, step: step) }
    expect(error, change.code, actual: change.actual)
  }

  @Test(arguments: [Change.vanishes, .becomesDirectory, .becomesFIFO, .losesItsDirectory])
  func `a file that is removed during reading is still read to its end`(_ change: Change) async throws {
    let reader = try source().makeReader()
    let head = try reader.readOnce(upTo: 40).bytes
    try apply(change)
    #expect(try await head + readAll(reader, step: 13) == Self.content)
  }

  enum Edit: CaseIterable { case first, last, withTheSameTime }

  @Test(arguments: Edit.allCases, [nil, 20..<100])
  func `a file that is edited in place during reading is an error before the end`(
    edit: Edit, range: Range<Int64>?
  ) async throws {
    let source = try source(range: range)
    try directory.setModified("d/file", to: 1)
    let reader = try source.makeReader()
    _ = try reader.readOnce(upTo: 40)
    switch edit {
    case .first: try directory.overwrite("d/file", at: 0, [0xFF])
    case .last: try directory.overwrite("d/file", at: 99, [0xFF])
    case .withTheSameTime: try directory.overwrite("d/file", at: 50, [0xFF], settingModified: 1)
    }
    let error = await #expect(throws: BodyError.self) { try await readAll(reader) }
    expect(error, .changed, actual: 100)
    // Another reader reads the new version, which is whole.
    #expect(try await readAll(source.makeReader()).count == Int(try #require(try source.byteCount)))
  }

  @Test func `a file that is edited before its first byte is read is whole`() async throws {
    let source = try source()
    try directory.overwrite("d/file", at: 0, [0xFF])
    #expect(try await readAll(source.makeReader()).first == 0xFF)
  }

  @Test(arguments: [Change.growsByOne, .grows])
  func `a file may grow past its range`(_ change: Change) async throws {
    let source = try source(range: 20..<100)
    let open = try source.makeReader()
    let head = try open.readOnce(upTo: 10).bytes
    try apply(change)
    #expect(try await head + readAll(open) == Array(Self.content[20...]))
    #expect(try await readAll(source.makeReader()) == Array(Self.content[20...]))
  }

  @Test func `a file may shrink past its range`() async throws {
    let source = try source(range: 20..<99)
    try apply(.shrinksByOne)
    #expect(try await readAll(source.makeReader()) == Array(Self.content[20..<99]))
  }

  @Test(arguments: [(Change.shrinksByOne, 99), (.becomesEmpty, 0)] as [(Change, Int64)])
  func `a file that shrinks into its range is an error`(_ change: Change, _ actual: Int64) async throws {
    let source = try source(range: 20..<100)
    let open = try source.makeReader()
    _ = try open.readOnce(upTo: 10)
    try apply(change)
    expect(await #expect(throws: BodyError.self) { try await readAll(open) }, .fileShrank, actual: actual)
    let late = try source.makeReader()
    expect(#expect(throws: BodyError.self) { try late.readOnce(upTo: 10) }, .fileShrank, actual: actual)
  }

  @Test func `an empty file that gets a byte is an error`() throws {
    let path = try directory.file("empty")
    let reader = try FileSource(at: path).makeReader()
    try directory.append([1], to: "empty")
    let error = #expect(throws: BodyError.self) { try reader.readOnce(upTo: 10) }
    #expect(error?.code == .fileGrew)
    #expect(error?.expectedByteCount == 0)
    #expect(error?.actualByteCount == 1)
  }

  @Test func `a file with bytes whose reported size is zero is an error`() throws {
    let source = FileSource(at: "/proc/self/status")
    #expect(try source.byteCount == 0)
    let error = #expect(throws: BodyError.self) { try source.makeReader().readOnce(upTo: 10) }
    #expect(error?.code == .fileGrew)
    #expect(error?.expectedByteCount == 0)
    #expect(error?.actualByteCount == 1)
  }

  private static let pageSizedFile = FileSource(at: "/sys/kernel/mm/transparent_hugepage/enabled")

  @Test(.enabled(if: (try? pageSizedFile.byteCount) == 4096, "no such file here"))
  func `a file shorter than its reported size is an error with both sizes`() throws {
    let reader = try Self.pageSizedFile.makeReader()
    let (bytes, outcome) = try reader.readOnce(upTo: 5000)
    #expect(outcome == .more && !bytes.isEmpty && bytes.count < 4096)
    let error = #expect(throws: BodyError.self) { try reader.readOnce(upTo: 5000) }
    #expect(error?.code == .fileShrank)
    #expect(error?.expectedByteCount == 4096)
    #expect(error?.actualByteCount == Int64(bytes.count))
  }

  @Test(arguments: [0..<100, 10..<20, 100..<100] as [Range<Int64>])
  func `a range of a version is read, and only of that version`(range: Range<Int64>) async throws {
    let path = try directory.file("file", Self.content)
    let version = try #require(try FileSource(at: path).identity()?.files.first)
    let source = FileSource.range(range, of: version)
    #expect(try source.byteCount == range.upperBound - range.lowerBound)
    #expect(
      try await readAll(try source.makeReader())
        == Array(Self.content[Int(range.lowerBound)..<Int(range.upperBound)]))
    let started = try source.makeReader()
    if range.count > 1 { #expect(try started.readOnce(upTo: 1).bytes.count == 1) }
    // The size is the same.
    try directory.overwrite("file", at: 50, [0])
    for reader in [started, try source.makeReader()] {
      let error = await #expect(throws: BodyError.self) { try await readAll(reader) }
      #expect(error?.code == .changed)
    }
  }

  @Test(arguments: ["removed", "replaced", "linked"], [0..<100, 10..<20] as [Range<Int64>])
  func `a range of a version is read to its end if only the names of the file change`(
    change: String, range: Range<Int64>
  ) async throws {
    let path = try directory.file("file", Self.content)
    let version = try #require(try FileSource(at: path).identity()?.files.first)
    let reader = try FileSource.range(range, of: version).makeReader()
    let head = try reader.readOnce(upTo: 1).bytes
    switch change {
    case "removed": try directory.remove("file")
    case "replaced":
      try directory.file("other", [1])
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: directory.path("other"), toPath: path)
    default: _ = try directory.hardLink("other", to: "file")
    }
    #expect(
      try await head + readAll(reader) == Array(Self.content[Int(range.lowerBound)..<Int(range.upperBound)]))
  }

  @Test func `a range of a version is an error if the file grows meanwhile`() async throws {
    let path = try directory.file("file", Self.content)
    let version = try #require(try FileSource(at: path).identity()?.files.first)
    let reader = try FileSource.range(10..<20, of: version).makeReader()
    _ = try reader.readOnce(upTo: 1)
    try directory.append([1], to: "file")
    let error = await #expect(throws: BodyError.self) { try await readAll(reader) }
    #expect(error?.code == .changed)
  }

  @Test func `a range of a version is not read once the file has grown`() async throws {
    let path = try directory.file("file", Self.content)
    let version = try #require(try FileSource(at: path).identity()?.files.first)
    try directory.append([1], to: "file")
    let error = await #expect(throws: BodyError.self) {
      try await readAll(try FileSource.range(0..<10, of: version).makeReader())
    }
    #expect(error?.code == .changed)
  }
}
