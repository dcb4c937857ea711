import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// A file that one writer at a time appends to, until it gets its final name.
@Suite struct PartFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ name: String = "part", creating: Bool = true) throws -> PartFile {
    try #require(try PartFile(at: folder.path(name), creating: creating))
  }

  @Test func itIsAppendedToAndRenamed() throws {
    try folder.file("final", [9])
    try folder.file("part", [1, 2])
    let file = try open()
    #expect(try file.byteCount == 2)
    try file.append([3, 4].span)
    #expect(try folder.contents("part") == [1, 2, 3, 4])
    #expect(try folder.contents("final") == [9])
    try file.commit(to: folder.path("final"))
    #expect(try folder.contents("final") == [1, 2, 3, 4])
    #expect(try folder.names() == ["final"])
  }

  @Test func itStartsOver() throws {
    try folder.file("part", [1, 2])
    let file = try open()
    try file.removeAll()
    try file.append([3].span)
    #expect(try folder.contents("part") == [3])
  }

  @Test func whatIsNotThereIsMadeOnlyWhenAsked() throws {
    #expect(try PartFile(at: folder.path("part"), creating: false) == nil)
    #expect(try folder.names() == [])
    _ = try open()
    #expect(try folder.names() == ["part"])
  }

  @Test(arguments: [true, false]) func oneWriterAtATimeHasIt(creating: Bool) throws {
    do {
      let first = try open()
      let error = #expect(throws: BodyError.self) { try open(creating: creating) }
      #expect(error?.code == .fileInUse && error?.path == folder.path("part"))
      try first.append([1].span)
    }
    #expect(try open(creating: creating).byteCount == 1)
  }

  /// As a process has one that is just being started.
  @Test func aCopyOfItsDescriptorDoesNotKeepIt() throws {
    var copy: CInt = -1
    do {
      let file = try open()
      copy = dup(try #require(try openDescriptors(under: file.path).first))
    }
    defer { close(copy) }
    #expect(copy >= 0)
    #expect(try open().byteCount == 0)
  }

  /// Whoever renames or removes it lets the next one make another.
  @Test func theNameIsFreeOnceItIsRenamed() throws {
    let first = try open()
    try first.commit(to: folder.path("final"))
    let second = try open()
    try second.append([2].span)
    second.remove()
    _ = try open()
    #expect(try folder.contents("final") == [])
  }

  @Test(arguments: ["link", "loose link", "folder", "fifo", "socket"], [true, false])
  func whatIsNoFileIsLeftAlone(kind: String, creating: Bool) throws {
    try folder.file("target", [1])
    switch kind {
    case "link": _ = try folder.symbolicLink("part", to: folder.path("target"))
    case "loose link": _ = try folder.symbolicLink("part", to: folder.path("nothing"))
    case "folder": try folder.directory("part")
    case "fifo": try folder.fifo("part")
    default: try folder.socket("part")
    }
    let error = #expect(throws: BodyError.self) { try open(creating: creating) }
    #expect(error?.code == .fileExists)
    #expect(try folder.contents("target") == [1])
    #expect(try folder.names().sorted() == ["part", "target"])
  }

  /// What a FIFO has once somebody reads it is no more a file.
  @Test func aFIFOThatIsReadIsNoFileEither() throws {
    try folder.fifo("part")
    let reader = try folder.openForWriting("part")
    #expect(throws: BodyError.self) { try open() }
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: ["no/part", "part/part", "", "a\0b", String(repeating: "n", count: 300)])
  func whatCannotBeMadeIsAnError(name: String) throws {
    try folder.file("part")
    let path = name.isEmpty ? "" : folder.path(name)
    let error = #expect(throws: BodyError.self) { _ = try PartFile(at: path, creating: true) }
    #expect(error?.code == .writeFailed)
    #expect(try folder.names() == ["part"])
  }

  @Test func itIsInUseUntilItIsLetGoOf() throws {
    let path = folder.path("part")
    do { _ = try open() }
    #expect(try openDescriptors(under: path).count == 0)
  }

  /// One that was opened before another renamed or removed it is none to write to.
  @Test func whoeverHasItHasItUnderItsName() async throws {
    let path = folder.path("part")
    try await withThrowingTaskGroup { group in
      for number in 1...4 as ClosedRange<UInt8> {
        group.addTask {
          for _ in 0..<2000 {
            guard let file = try? PartFile(at: path, creating: true) else { continue }
            try file.append([number].span)
            let content = try readAllBytes(at: path)
            guard content == [number] else { throw Shared() }
            file.remove()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private struct Shared: Error {}
}

private func readAllBytes(at path: String) throws -> [UInt8] {
  let descriptor = try Descriptor.open(path, flags: O_RDONLY)
  return try [UInt8](capacity: 10) { output throws(SystemError) in try descriptor.read(into: &output) }
}
