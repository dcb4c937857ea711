import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// Downloads of bodies that a cache has in a file.
@Suite(.timeLimit(.minutes(5))) struct CopiedDownloadTests {
  private let directory: TemporaryDirectory
  private let store: CountingStore
  /// More than is copied at a time.
  private let content = (0..<3).flatMap { sampleBytes((3 << 20) + $0) }

  init() throws {
    directory = try TemporaryDirectory()
    store = CountingStore(try FolderStore(directory.path("cache"), maximumByteCount: 64 << 20))
    _ = try directory.directory("files")
  }

  private func session(_ body: [UInt8]? = nil, _ fields: [(String, String)] = []) -> CachedSession {
    CachedSession(store: store) { [content] _ in
      .bytes(
        body ?? content, fields: HTTPFields([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")] + fields))
    }
  }

  private var digest: String {
    var hash = SHA256()
    hash.update(content.span)
    return SHA256.hexadecimal(hash.digest)
  }

  /// Changes the byte of the stored body at an offset.
  private func damage(at offset: Int) throws {
    let name = try #require(
      try FileNames.all(in: directory.path("cache")).first { $0.contains(".") && !$0.hasSuffix(".sums") })
    try directory.overwrite("cache/\(name)", at: Int64(offset), [~content[offset]])
  }

  @discardableResult
  private func download(
    in cached: CachedSession, to name: String = "file", configure: (inout DownloadOptions) -> Void = { _ in }
  ) async throws -> DownloadedFile {
    var options = DownloadOptions(ifExists: .replace)
    configure(&options)
    return try await cached.session.download(
      "a", to: .file(directory.path("files/\(name)")), options: options)
  }

  @Test func `the file is copied, and no byte passes through a reader`() async throws {
    let cached = session()
    try await download(in: cached)
    #expect(store.counts.copied == 0)
    let file = try await download(in: cached, to: "copy") {
      $0.expectedSHA256 = digest
      $0.synchronizes = true
    }
    #expect(file.byteCount == Int64(content.count) && file.sha256 != nil && file.resumedByteCount == 0)
    #expect(HTTPField.Name("Cache-Status").flatMap { file.head.headerFields[$0] } == "sluice; hit; ttl=60")
    #expect(try directory.contents("files/copy") == content)
    #expect(store.counts.copied == content.count && store.counts.read == 0)
    #expect(cached.count == 1)
    // Reading the body is what the counter counts otherwise.
    _ = try await cached.session.get("a", decoding: .bytes)
    #expect(store.counts.read >= content.count)
  }

  @Test func `a change of the copy leaves the cache as it is`() async throws {
    let cached = session()
    for name in ["file", "copy"] { try await download(in: cached, to: name) }
    try directory.openForWriting("files/copy").write([0, 0, 0].span, at: 0)
    try await download(in: cached, to: "other")
    #expect(try directory.contents("files/other") == content)
    #expect(cached.count == 1)
  }

  @Test func `progress and monitors see all bytes of a copy`() async throws {
    let cached = session()
    try await download(in: cached)
    let last = Lock<TransferProgress?>(nil)
    try await cached.session.download("a", to: .file(directory.path("files/copy"))) { progress in
      last.withLock { $0 = progress }
    }
    let progress = try #require(last.withLock { $0 })
    #expect(progress.decodedByteCount == Int64(content.count))
  }

  @Test func `if the system cannot copy, the body is read`() async throws {
    let cached = session()
    try await download(in: cached)
    store.fault.withLock { $0 = .unsupported }
    try await download(in: cached, to: "copy")
    #expect(try directory.contents("files/copy") == content)
    #expect(store.counts.copied == 0 && store.counts.read >= content.count && cached.count == 1)
  }

  @Test(arguments: [CountingStore.Fault.fullDisk, .cancelled])
  fileprivate func `a copy that fails leaves nothing`(fault: CountingStore.Fault) async throws {
    let cached = session()
    try await download(in: cached)
    store.fault.withLock { $0 = fault }
    do {
      try await download(in: cached, to: "copy") { $0.resumes = true }
      Issue.record("the copy has not failed")
    } catch let error as BodyError {
      #expect(fault == .fullDisk && error.code == .writeFailed)
      #expect(error.path == directory.path("files/copy"))
    } catch is CancellationError {
      #expect(fault == .cancelled)
    }
    #expect(try FileNames.all(in: directory.path("files")) == ["file"])
    // A failure to write says nothing about the entry.
    store.fault.withLock { $0 = nil }
    try await download(in: cached, to: "copy")
    #expect(cached.count == 1)
  }

  @Test func `the checks of a download apply to a copy`() async throws {
    let cached = session()
    try await download(in: cached)
    try directory.file("files/taken", [1])
    await #expect(throws: BodyError.self) {
      try await download(in: cached, to: "taken") { $0.ifExists = .fail }
    }
    #expect(try directory.contents("files/taken") == [1])
    let tooLarge = await #expect(throws: SessionError.self) {
      try await download(in: cached, to: "b") { $0.maximumByteCount = 1000 }
    }
    #expect(tooLarge?.code == .bodyTooLarge)
    let mismatch = await #expect(throws: SessionError.self) {
      try await download(in: cached, to: "b") { $0.expectedByteCount = 1000 }
    }
    #expect(mismatch?.code == .sizeMismatch)
    #expect(store.counts.copied == 0 && cached.count == 1)
    let unique = try await download(in: cached, to: "taken") { $0.ifExists = .unique }
    #expect(unique.path != directory.path("files/taken") && unique.byteCount == Int64(content.count))
    #expect(try FileNames.all(in: directory.path("files")).count == 3)
  }

  @Test func `an interrupted download continues with bytes of the cache`() async throws {
    let failing = CachedSession(configure: { $0.policy = .bypass }) { [content] _ in
      .bytes(content, fields: HTTPFields([("ETag", "\"1\"")])).failing(
        .connectionLost, afterBodyBytes: 5_000_000)
    }
    await #expect(throws: SessionError.self) { try await download(in: failing, to: "copy") }
    let cached = session()
    try await download(in: cached)
    let file = try await download(in: cached, to: "copy") { $0.resumes = true }
    #expect(file.resumedByteCount > 0 && cached.count == 1)
    #expect(try directory.contents("files/copy") == content)
  }

  @Test(arguments: [0, 65_536, 5_000_000, 9_437_186])
  func `a damaged file is downloaded again by the same call`(offset: Int) async throws {
    let cached = session()
    try await download(in: cached)
    try damage(at: offset)
    let file = try await download(in: cached, to: "copy") { $0.expectedSHA256 = digest }
    #expect(try directory.contents("files/copy") == content)
    #expect(
      HTTPField.Name("Cache-Status").flatMap { file.head.headerFields[$0] }?.hasSuffix("stored") == true)
    #expect(try FileNames.all(in: directory.path("files")).sorted() == ["copy", "file"])
    // The new one is in the cache.
    try await download(in: cached, to: "another")
    #expect(try directory.contents("files/another") == content)
    #expect(cached.count == 2)
  }

  @Test func `without requests, a damaged file is a missing one`() async throws {
    let cached = session()
    try await download(in: cached)
    try damage(at: 5_000_000)
    var request = try cached.session.request(.get, "a")
    request.options.cachePolicy = .onlyIfCached
    let error = await #expect(throws: ResponseError.self) {
      try await cached.session.download(request, to: .file(directory.path("files/copy")))
    }
    #expect(error?.head.status == .gatewayTimeout && cached.count == 1)
    #expect(try FileNames.all(in: directory.path("files")) == ["file"])
  }

  @Test func `a damaged file is written to a device without an error`() async throws {
    let cached = session()
    try await download(in: cached)
    try damage(at: 5_000_000)
    let options = DownloadOptions(ifExists: .replace, expectedSHA256: digest)
    let file = try await cached.session.download("a", to: .file("/dev/null"), options: options)
    #expect(file.byteCount == Int64(content.count) && cached.count == 2)
    // What has been written to it stays there.
    #expect(cached.stub.requests.last?["Range"] == "bytes=4980736-9437186")
  }

  @Test func `a coded body is decoded`() async throws {
    let cached = session(try await gzipped(content), [("Content-Encoding", "gzip")])
    for name in ["file", "copy"] { try await download(in: cached, to: name) }
    #expect(try directory.contents("files/copy") == content)
    #expect(store.counts.copied == 0 && cached.count == 1)
  }

  @Test func `a small body is in no file, and is read`() async throws {
    let cached = session([1, 2, 3])
    for name in ["file", "copy"] { try await download(in: cached, to: name) }
    #expect(try directory.contents("files/copy") == [1, 2, 3])
    #expect(store.counts.copied == 0 && cached.count == 1)
  }
}

/// The files of a folder and of those within it.
private enum FileNames {
  static func all(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder)
  }
}

/// A store in a folder, which counts the bytes that are read and copied.
private final class CountingStore: ForwardingStore {
  enum Fault: Sendable { case unsupported, fullDisk, cancelled }

  let store: any CacheStore
  private let all = Lock((read: 0, copied: 0))
  let fault = Lock<Fault?>(nil)

  init(_ store: FolderStore) { self.store = store }

  var counts: (read: Int, copied: Int) { all.withLock { $0 } }

  private struct Source: CopyableSource {
    let store: CountingStore
    let source: any CopyableSource

    var byteCount: Int64? { get throws { try source.byteCount } }
    var isReplayable: Bool { true }
    var needsOwnThread: Bool { true }
    func makeReader() throws -> any BodyReader { Reader(store: store, reader: try source.makeReader()) }
    func makeReader(at offset: Int64) throws -> any BodyReader {
      Reader(store: store, reader: try source.makeReader(at: offset))
    }
    func copy(to file: Descriptor, _ consume: (borrowing Span<UInt8>) throws -> Void) throws -> Bool {
      let fault = store.fault.withLock { $0 }
      if fault == .unsupported { return false }
      return try source.copy(to: file) { block in
        if fault == .fullDisk { throw SystemError(number: ENOSPC) }
        if fault == .cancelled { throw CancellationError() }
        let count = block.count
        store.all.withLock { $0.copied += count }
        try consume(block)
      }
    }
  }

  private final class Reader: BodyReader {
    private let store: CountingStore
    private let reader: any BodyReader

    init(store: CountingStore, reader: any BodyReader) {
      self.store = store
      self.reader = reader
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let count = output.count
      let outcome = try reader.read(into: &output)
      let added = output.count - count
      store.all.withLock { $0.read += added }
      return outcome
    }
  }

  private struct Body: StoredBody {
    let body: any StoredBody
    let source: any BodySource

    var byteCount: Int64 { body.byteCount }
    var isComplete: Bool { body.isComplete }
  }

  func entries(for key: CacheKey) async -> [StoredEntry] {
    await store.entries(for: key).map { entry in
      guard let source = entry.body.source as? any CopyableSource else { return entry }
      return StoredEntry(
        key: entry.key, variant: entry.variant, metadata: entry.metadata,
        body: Body(body: entry.body, source: Source(store: self, source: source)), id: entry.id)
    }
  }
}
