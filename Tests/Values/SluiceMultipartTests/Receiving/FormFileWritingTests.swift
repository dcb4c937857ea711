import FoundationEssentials
import SluiceBody
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Received files that get a path.
@Suite(.timeLimit(.minutes(5))) struct FormFileWritingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private struct Upload: Decodable { var file: ReceivedFile }

  private func file(
    _ bytes: [UInt8], name: String = "a.txt", inMemory: Bool, temporaryFolder: String? = nil
  ) async throws -> ReceivedFile {
    var decoder = FormDecoder()
    decoder.temporaryFolder = temporaryFolder ?? folder.path
    decoder.maximumInMemoryFileByteCount = inMemory ? nil : 0
    let form = MultipartForm(parts: [FormFile("file", .bytes(bytes), fileName: name).part])
    return try await decoder.decode(Upload.self, from: MultipartReader(form)).file
  }

  @Test(arguments: [true, false]) func `a file is written, once and again, and can still be read`(
    inMemory: Bool
  )
    async throws
  {
    let bytes = sampleBytes(300_000)
    do {
      let file = try await file(bytes, inMemory: inMemory)
      #expect((file.bytes == nil) == !inMemory)
      for name in ["a", "b", "in/c"] {
        #expect(try await file.write(toFile: folder.path(name), creatingFolders: true) == folder.path(name))
        let isSame = try folder.contents(name) == bytes
        #expect(isSame, "\(name)")
      }
      // The first two are files of their own.
      try folder.append([1], to: "b")
      #expect(try folder.contents("a").count == 300_000)
      let isSame = try await readAll(file.makeReader()) == bytes
      #expect(isSame)
    }
    #expect(try folder.names().sorted() == ["a", "b", "in"])
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  @Test(arguments: [true, false]) func `what exists is kept, replaced or kept beside it`(inMemory: Bool)
    async throws
  {
    try folder.file("a.txt", [1])
    let file = try await file([2], name: "x/a.txt", inMemory: inMemory)
    let error = await #expect(throws: BodyError.self) { try await file.write(toFile: folder.path("a.txt")) }
    #expect(error == BodyError(.fileExists, path: folder.path("a.txt")))
    let taken = await #expect(throws: BodyError.self) { try await file.write(inFolder: folder.path) }
    #expect(taken == error)
    await #expect(throws: BodyError.self) { try await file.write(toFile: folder.path("no/where")) }
    #expect(try await file.write(inFolder: folder.path, ifExists: .unique) == folder.path("a (1).txt"))
    #expect(try await file.write(inFolder: "\(folder.path)/", ifExists: .replace) == folder.path("a.txt"))
    #expect(try folder.contents("a.txt") == [2] && folder.contents("a (1).txt") == [2])
    #expect(try folder.names().count == 2)
  }

  private static let otherFileSystem: String? = {
    let number = { try? FileManager.default.attributesOfFileSystem(forPath: $0)[.systemNumber] as? Int }
    let (shared, temporary) = (number("/dev/shm"), number(FileManager.default.temporaryDirectory.path()))
    return shared == nil || shared == temporary ? nil : "/dev/shm"
  }()

  @Test(.enabled(if: otherFileSystem != nil, "needs a second file system"))
  func `a file is copied to another file system`() async throws {
    let parent = try #require(Self.otherFileSystem)
    let other = try TemporaryDirectory(in: parent)
    let bytes = sampleBytes(300_000)
    let file = try await file(bytes, inMemory: false, temporaryFolder: other.path)
    try folder.file("a.txt")
    #expect(try await file.write(inFolder: folder.path, ifExists: .unique) == folder.path("a (1).txt"))
    #expect(try await file.write(toFile: folder.path("a.txt"), ifExists: .replace) == folder.path("a.txt"))
    for name in ["a.txt", "a (1).txt"] {
      let isSame = try folder.contents(name) == bytes
      #expect(isSame)
    }
    #expect(try other.names() == [])
  }

  @Test(.enabled(if: hasUnnamedFiles, "needs files without a name"))
  func `a temporary file gets the name itself, so that a file that was cut is an error`() async throws {
    let file = try await file(sampleBytes(1000), inMemory: false)
    try await file.write(toFile: folder.path("a"))
    try folder.truncate("a", to: 10)
    let error = await #expect(throws: BodyError.self) { try await readAll(file.makeReader()) }
    #expect(error == BodyError(.fileShrank, expected: 1000, actual: 10))
  }
}
