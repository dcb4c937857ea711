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
  ])
  func `a folder with other files is refused, and stays as it is`(names: [String]) throws {
    _ = try directory.directory("cache")
    for name in names {
      let folder = name.split(separator: "/").count == 2 ? "cache/incoming" : ""
      if !folder.isEmpty { _ = try directory.directory(folder) }
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
    try directory.remove("cache/incoming")
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
