import FoundationEssentials
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

/// Folders that can become a store's, and others.
@Suite(.timeLimit(.minutes(5))) struct FolderOpeningTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("cache") }

  init() throws { directory = try TemporaryDirectory(inMemory: true) }

  private func open() throws -> FolderStore { try FolderStore(path, maximumByteCount: 1 << 20) }

  /// All paths below the folder, with the contents of files.
  private func content() throws -> [String: [UInt8]?] {
    var content: [String: [UInt8]?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      content.updateValue(try? directory.contents("cache/\(name)"), forKey: name)
    }
    return content
  }

  @Test(arguments: [[], ["lost+found/"], ["incoming/"], ["incoming/", "lost+found/"]])
  func `an empty folder becomes a store's`(names: [String]) async throws {
    _ = try directory.directory("cache")
    for name in names { _ = try directory.directory("cache/\(name)") }
    #expect(try FolderStore(existingAt: path) == nil)
    let store = try open()
    try await store.add(CacheKey("a"), [1])
    #expect(try await FolderStore(existingAt: path)?.bodies(CacheKey("a")) == [[1]])
  }

  @Test(arguments: [
    ["notes.txt"], ["src/"], [".hidden"], ["lost+found/", "a"], ["incoming/", "a"], ["incoming/upload.bin"],
    ["incoming"], ["counts"], ["counts/"], ["counts/", "incoming/"], ["3f/"], ["de/", "incoming/"],
    ["counts", "incoming/"], ["counts", "incoming/mail1"], ["incoming/.sluice-1"],
  ])
  func `a folder with other files is refused, and stays as it is`(names: [String]) throws {
    _ = try directory.directory("cache")
    for name in names {
      let folder = name.split(separator: "/").count == 2 ? "cache/incoming" : ""
      if !folder.isEmpty, !isTaken(directory.path(folder)) { _ = try directory.directory(folder) }
      if name.hasSuffix("/") {
        _ = try directory.directory("cache/\(name.dropLast())")
      } else {
        try directory.file("cache/\(name)", sampleBytes(10_000))
      }
    }
    let before = try content()
    let error = #expect(throws: BodyError.self) { try open() }
    #expect(error?.code == .folderNotEmpty && error?.path == path)
    #expect(try FolderStore(existingAt: path) == nil)
    #expect(try content() == before)
  }

  @Test(
    arguments: [
      "empty": { _ in [] }, "zeros": { [UInt8](repeating: 0, count: $0.count) },
      "without the mark": { Array($0.dropLast(24)) }, "cut off": { Array($0.dropLast()) },
      "a changed mark": { Array($0.dropLast(5)) + [~$0[$0.count - 5]] + Array($0.suffix(4)) },
    ] as NamedCases<@Sendable ([UInt8]) -> [UInt8]>)
  func `a folder whose counts have no mark is not a store's, and stays as it is`(
    test: NamedCase<@Sendable ([UInt8]) -> [UInt8]>
  ) async throws {
    try await open().add(CacheKey("a"), [1])
    try directory.file("cache/counts", test.value(try directory.contents("cache/counts")))
    try directory.file("cache/incoming/mail1", [1])
    let before = try content()
    #expect(throws: BodyError.self) { try open() }
    for isReadOnly in [false, true] {
      #expect(try FolderStore(existingAt: path, isReadOnly: isReadOnly) == nil)
    }
    #expect(try content() == before)
  }

  @Test func `a store that is opened for reading changes nothing`() async throws {
    let key = CacheKey("a")
    try await open().add(key, sampleBytes(200_000))
    try directory.remove("cache/incoming")
    let body = try #require(try content().keys.first { $0.hasSuffix(".sums") }).dropLast(5)
    try directory.overwrite("cache/\(body)", at: 70_000, [~sampleBytes(200_000)[70_000]])
    let names = try content().keys
    let before = try names.map { try FileStatus(ofFileAt: "\(path)/\($0)").modified }
    let store = try #require(try FolderStore(existingAt: path, isReadOnly: true))
    let entry = try #require(await store.entries(for: key).first)
    await #expect(throws: BodyError.self) { try await entry.bytes() }
    #expect(await store.all().count == 1 && store.maximumByteCount == 1 << 20)
    #expect(try Set(content().keys) == Set(names))
    #expect(try names.map { try FileStatus(ofFileAt: "\(path)/\($0)").modified } == before)
  }

  @Test(arguments: [100, 100_000])
  func `a folder that is removed while a process uses it is made again as a whole`(byteCount: Int)
    async throws
  {
    let store = try open()
    try await store.add(CacheKey("a"), [1])
    try directory.remove("cache")
    #expect(await store.entries(for: CacheKey("a")).isEmpty)
    try await store.add(CacheKey("b"), sampleBytes(byteCount))
    #expect(try await FolderStore(existingAt: path)?.bodies(CacheKey("b")) == [sampleBytes(byteCount)])
    let other = try #require(try FolderStore(existingAt: path))
    #expect(await store.byteCount == other.byteCount)
    try directory.remove("cache/incoming")
    try await store.add(CacheKey("c"), sampleBytes(byteCount))
    #expect(try await open().bodies(CacheKey("c")) == [sampleBytes(byteCount)])
  }

  @Test(arguments: [100, 100_000])
  func `nothing is stored in a folder of others that takes the place of a removed one`(byteCount: Int)
    async throws
  {
    let store = try open()
    try await store.add(CacheKey("a"), [1])
    try directory.remove("cache")
    _ = try directory.directory("cache")
    try directory.file("cache/notes.txt", [1])
    let error = await #expect(throws: BodyError.self) {
      try await store.add(CacheKey("b"), sampleBytes(byteCount))
    }
    #expect(error?.code == .folderNotEmpty)
    #expect(try content() == ["notes.txt": [1]])
  }

  @Test(arguments: [100, 100_000])
  func `a store that finds no folder to change makes none`(byteCount: Int) async throws {
    try await open().add(CacheKey("a"), [1])
    let store = try #require(try FolderStore(existingAt: path))
    try directory.remove("cache")
    await #expect(throws: BodyError.self) { try await store.add(CacheKey("b"), sampleBytes(byteCount)) }
    #expect(!isTaken(path))
  }

  @Test(arguments: ["notes.txt", ".nfs0001", "lost+found/"])
  func `a store's folder is one, whatever is put into it`(name: String) async throws {
    try await open().add(CacheKey("a"), [1])
    if name.hasSuffix("/") {
      _ = try directory.directory("cache/\(name.dropLast())")
    } else {
      try directory.file("cache/\(name)", [1])
    }
    #expect(try await open().bodies(CacheKey("a")) == [[1]])
  }

  @Test func `a store's folder whose empty folders were cleaned up is one`() async throws {
    try await open().add(CacheKey("a"), [1])
    try directory.remove("cache/incoming")
    #expect(try await FolderStore(existingAt: path)?.bodies(CacheKey("a")) == [[1]])
    let store = try open()
    try await store.add(CacheKey("b"), sampleBytes(100_000))
    #expect(try await store.bodies(CacheKey("b")) == [sampleBytes(100_000)])
  }

  @Test func `all that open an empty folder at once succeed`() async throws {
    for _ in 0..<50 {
      _ = try directory.directory("cache")
      try await withThrowingTaskGroup { group in
        for number in 0..<8 {
          group.addTask { try await open().add(CacheKey("\(number)"), sampleBytes(20_000)) }
        }
        try await group.waitForAll()
      }
      #expect(try await open().all().count == 8)
      try directory.remove("cache")
    }
  }
}
