import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// A file that one writer at a time appends to, until it gets its final name.
@Suite struct PartialFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ name: String = "part", creating: Bool = true) throws -> PartialFile {
    try #require(try PartialFile(at: folder.path(name), creating: creating))
  }

  @Test func `a part file is appended to, and renamed by commit`() throws {
    try folder.file("final", [9])
    try folder.file("part", [1, 2])
    let file = try open()
    #expect(try file.byteCount == 2)
    try file.append([3, 4].span)
    #expect(try folder.contents("part") == [1, 2, 3, 4])
    #expect(try folder.contents("final") == [9])
    _ = try file.commit(to: DestinationPath(folder.path("final")), ifExists: .replace, synchronizing: false)
    #expect(try folder.contents("final") == [1, 2, 3, 4])
    #expect(try folder.names() == ["final"])
  }

  @Test func `removeAll discards the bytes that were written`() throws {
    try folder.file("part", [1, 2])
    let file = try open()
    try file.removeAll()
    try file.append([3].span)
    #expect(try folder.contents("part") == [3])
  }

  @Test func `bytes can be written and read at any position`() throws {
    try folder.file("part", [1, 2])
    let file = try open()
    try file.resize(to: 6)
    try file.write([5, 6].span, at: 4)
    // Appended bytes follow those that were there at first.
    try file.append([3].span)
    #expect(try folder.contents("part") == [1, 2, 3, 0, 5, 6])
    let bytes = try [UInt8](capacity: 3) { output throws(BodyError) in
      _ = try file.read(into: &output, upTo: 3, at: 2)
    }
    #expect(bytes == [3, 0, 5])
  }

  @Test(arguments: [true, false]) func `commit follows the policy for an existing file`(synchronizing: Bool)
    throws
  {
    try folder.file("a.txt", [9])
    try folder.directory("a (1).txt")
    let path = try DestinationPath(folder.path("a.txt"))
    let file = try open()
    try file.append([1].span)
    let error = #expect(throws: BodyError.self) {
      try file.commit(to: path, ifExists: .fail, synchronizing: synchronizing)
    }
    #expect(error?.code == .fileExists && error?.path == path.text)
    let name = try file.commit(to: path, ifExists: .unique, synchronizing: synchronizing)
    #expect(name == folder.path("a (2).txt"))
    #expect(try folder.contents("a.txt") == [9] && folder.contents("a (2).txt") == [1])
    #expect(try folder.names().sorted() == ["a (1).txt", "a (2).txt", "a.txt"])
    let folderError = #expect(throws: BodyError.self) {
      try open().commit(
        to: DestinationPath(folder.path("a (1).txt")), ifExists: .replace, synchronizing: synchronizing)
    }
    #expect(folderError?.code == .fileIsDirectory)
  }

  /// A process that is killed between the two steps of a rename leaves both names.
  @Test(arguments: [true, false]) func `a file with a second name is not written to`(creating: Bool) throws {
    try folder.file("final", [1])
    try FileManager.default.linkItem(atPath: folder.path("final"), toPath: folder.path("part"))
    let file = try PartialFile(at: folder.path("part"), creating: creating)
    #expect((file == nil) != creating)
    try file?.append([2].span)
    #expect(try folder.contents("final") == [1])
    #expect(try folder.names().sorted() == (creating ? ["final", "part"] : ["final"]))
  }

  @Test func `a missing file is created only if asked for`() throws {
    #expect(try PartialFile(at: folder.path("part"), creating: false) == nil)
    #expect(try folder.names() == [])
    _ = try open()
    #expect(try folder.names() == ["part"])
  }

  @Test(arguments: [true, false]) func `a second writer is refused until the first is released`(
    creating: Bool
  ) throws {
    do {
      let first = try open()
      let error = #expect(throws: BodyError.self) { try open(creating: creating) }
      #expect(error?.code == .fileInUse && error?.path == folder.path("part"))
      try first.append([1].span)
    }
    #expect(try open(creating: creating).byteCount == 1)
  }

  /// A process that is being started has such a copy for a moment.
  @Test func `a copy of the descriptor does not keep the lock`() throws {
    var copy: CInt = -1
    do {
      let file = try open()
      copy = dup(try #require(try openDescriptors(under: file.path).first))
    }
    defer { close(copy) }
    #expect(copy >= 0)
    #expect(try open().byteCount == 0)
  }

  @Test func `after a rename or removal the next writer makes a new file`() throws {
    let first = try open()
    _ = try first.commit(to: DestinationPath(folder.path("final")), ifExists: .replace, synchronizing: false)
    let second = try open()
    try second.append([2].span)
    second.remove()
    _ = try open()
    #expect(try folder.contents("final") == [])
  }

  @Test(arguments: ["link", "loose link", "folder", "fifo", "socket"], [true, false])
  func `a link, folder, FIFO or socket is left alone`(kind: String, creating: Bool) throws {
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

  /// With a reader, opening the FIFO for writing would succeed.
  @Test func `a FIFO with a reader is refused`() throws {
    try folder.fifo("part")
    let reader = try folder.openForWriting("part")
    #expect(throws: BodyError.self) { try open() }
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: ["no/part", "part/part", "", "a\0b", String(repeating: "n", count: 300)])
  func `a path that cannot be created is a write error`(name: String) throws {
    try folder.file("part")
    let path = name.isEmpty ? "" : folder.path(name)
    let error = #expect(throws: BodyError.self) { _ = try PartialFile(at: path, creating: true) }
    #expect(error?.code == .writeFailed)
    #expect(try folder.names() == ["part"])
  }

  @Test func `a released part file closes its descriptor`() throws {
    let path = folder.path("part")
    do { _ = try open() }
    #expect(try openDescriptors(under: path).count == 0)
  }

  /// A file that was opened before another writer renamed or removed it must not be written to.
  @Test func `concurrent writers never share a file, and each file has its name`() async throws {
    let path = folder.path("part")
    try await withThrowingTaskGroup { group in
      for number in 1...4 as ClosedRange<UInt8> {
        group.addTask {
          for _ in 0..<2000 {
            guard let file = try? PartialFile(at: path, creating: true) else { continue }
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
