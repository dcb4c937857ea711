import FoundationEssentials
import SluiceBody
import SluiceTestSupport

@testable import SluiceCache

/// A folder for a store.
struct FolderFixture: Sendable {
  let directory: TemporaryDirectory
  var path: String { directory.path("cache") }

  init() throws { directory = try TemporaryDirectory(inMemory: true) }

  /// Opens the folder, as another process would.
  func folder(maximumByteCount: Int64 = 1 << 30, hasUnnamedFiles: Bool = true) throws -> StoreFolder {
    try StoreFolder(path, maximumByteCount: maximumByteCount, hasUnnamedFiles: hasUnnamedFiles)
  }

  func store(maximumByteCount: Int64 = 1 << 30) throws -> FolderStore {
    FolderStore(try folder(maximumByteCount: maximumByteCount))
  }

  /// Returns the paths of all files within the folder, in order, without that of the counts.
  func files() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0 != "counts" }
    return try names.filter { try FileStatus(ofFileAt: "\(path)/\($0)").kind == .regular }.sorted()
  }

  /// Returns the space of all files.
  func space() throws -> Int64 {
    try files().reduce(into: 0) {
      $0 += (try FileStatus(ofFileAt: "\(path)/\($1)").byteCount + 4095) / 4096 * 4096
    }
  }
}

extension CacheKey {
  init(_ text: String) { self.init(partition: [], origin: "https://example.com", text: text) }
}

extension FolderStore {
  /// Adds a complete or an incomplete entry.
  func add(
    _ key: CacheKey, variant: [UInt8] = [], metadata: [UInt8] = [1, 2, 3], _ body: [UInt8],
    asIncomplete: Bool = false,
    continuing incomplete: StoredEntry? = nil
  ) async throws {
    let writer = try await begin(
      key, variant: variant, metadata: metadata, expectedByteCount: nil, continuing: incomplete)
    for start in stride(from: 0, to: body.count, by: 10_000) {
      try await writer.append(Array(body[start..<min(start + 10_000, body.count)]))
    }
    if asIncomplete { await writer.keepIncomplete() } else { try await writer.commit() }
  }

  /// Returns the bodies of a key's entries.
  func bodies(_ key: CacheKey) async throws -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for entry in await entries(for: key) { bodies.append(try await entry.bytes()) }
    return bodies
  }

  /// Returns all entries, in no particular order.
  func all() async -> [StoredEntry] {
    var entries: [StoredEntry] = []
    for await entry in list() { entries.append(entry) }
    return entries
  }
}

extension StoredEntry {
  /// The bytes of the body.
  func bytes() async throws -> [UInt8] { try await readAll(try body.source.makeReader()) }
}
