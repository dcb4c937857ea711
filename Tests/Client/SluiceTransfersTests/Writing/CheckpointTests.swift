import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTransfers

/// A record in a file that is replaced as a whole, by one writer at a time.
@Suite(.timeLimit(.minutes(5))) struct CheckpointTests {
  /// A record of a few bytes, the first of which is not 0.
  private struct Bytes: CheckpointRecord, ExpressibleByArrayLiteral, Equatable {
    static let maximumByteCount = 8
    var content: [UInt8]

    init(arrayLiteral elements: UInt8...) { content = elements }

    init?(parsing bytes: [UInt8]) {
      if bytes.first == 0 { return nil }
      content = bytes
    }

    func bytes() throws -> [UInt8] {
      if content.isEmpty { throw CancellationError() }
      return content
    }
  }

  private typealias File = Checkpoint<Bytes>

  let folder: TemporaryDirectory
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  @Test func `a record is replaced, by one that only its owner may read`() throws {
    try folder.file("file", [1, 2, 3])
    let file = try File(at: path)
    #expect(file.earlier == [1, 2, 3])
    try file.save([4])
    try file.save([5, 6])
    #expect(file.earlier == [1, 2, 3])
    #expect(try folder.contents("file") == [5, 6])
    #expect(try folder.names() == ["file"])
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test func `a file that also has the name of before is used, and a file with another name is not`() throws {
    try folder.file("file", [1])
    let earlier = folder.path(".sluice-6F9619FF-8B86-D011-B42D-00CF4FC964FF")
    try FileManager.default.linkItem(atPath: path, toPath: earlier)
    #expect(try File(at: path).earlier == [1])
    #expect(try folder.names() == ["file"])
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("other"))
    let error = #expect(throws: BodyError.self) { try File(at: path) }
    #expect(error?.code == .fileExists)
  }

  @Test(arguments: [false, true]) func `nobody else can open the file`(isReplaced: Bool) throws {
    var file: File? = try File(at: path)
    if isReplaced { try file?.save([1]) }
    #expect(#expect(throws: BodyError.self) { try File(at: path) }?.code == .fileInUse)
    #expect(#expect(throws: BodyError.self) { try File.existing(at: path) }?.code == .fileInUse)
    #expect(file?.path == path)
    file = nil
    #expect(try File(at: path).earlier == (isReplaced ? [1] : nil))
  }

  /// A process that is being started has such a copy for a moment.
  @Test func `a copy of the descriptor does not keep the claim`() throws {
    var copy: CInt = -1
    do {
      let file = try File(at: path)
      // The system does not name a file by a path that it got later.
      copy = dup(try #require(try openDescriptors(under: folder.path).first))
      withExtendedLifetime(file) {}
    }
    defer { close(copy) }
    #expect(copy >= 0)
    _ = try File(at: path)
  }

  @Test func `a removed file leaves nothing`() throws {
    let file = try File(at: path)
    try file.save([1])
    file.remove()
    #expect(try folder.names() == [])
    file.remove()
  }

  @Test func `a missing file is created only if asked for`() throws {
    #expect(try File.existing(at: path) == nil)
    #expect(try folder.names() == [])
    let file = try #require(try File.new(at: path, [1]))
    #expect(try file.earlier == [1] && File.new(at: path, [2]) == nil)
    #expect(#expect(throws: BodyError.self) { try File(at: path) }?.code == .fileInUse)
    try file.save([3])
    #expect(try folder.contents("file") == [3])
    #expect(try folder.names() == ["file"])
  }

  @Test func `a file without a record is removed, and what a killed process has left of one`() throws {
    let mark: [UInt8]
    do {
      let file = try File(at: path)
      mark = try folder.contents("file")
      #expect(file.earlier == nil && !file.hasOtherContent && !mark.isEmpty)
    }
    #expect(try folder.names() == [])
    try folder.file("file", mark)
    do {
      let file = try File(at: path)
      #expect(file.earlier == nil && !file.hasOtherContent)
    }
    #expect(try folder.names() == [])
    do { try File(at: path).save([1]) }
    _ = try File(at: path)
    #expect(try folder.contents("file") == [1])
  }

  @Test(arguments: [[], [0], [0, 1, 2], [UInt8](repeating: 0, count: 100)])
  func `a file with another content stays, and so does an empty one`(content: [UInt8]) throws {
    try folder.file("file", content)
    for _ in 1...2 {
      let file = try File(at: path)
      #expect(file.earlier == nil && file.hasOtherContent)
    }
    #expect(try folder.contents("file") == content)
  }

  @Test func `a record is not read beyond the size of any`() throws {
    try folder.file("file", [UInt8](1...100))
    #expect(try File(at: path).earlier?.content == [UInt8](1...8))
  }

  @Test func `a record that cannot be encoded leaves the earlier one`() throws {
    let file = try #require(try File.new(at: path, [1]))
    #expect(#expect(throws: BodyError.self) { try file.save([]) }?.code == .writeFailed)
    let other = folder.path("other")
    #expect(#expect(throws: BodyError.self) { try File.new(at: other, []) }?.code == .writeFailed)
    #expect(try folder.contents("file") == [1] && folder.names() == ["file"])
    try file.save([2])
    #expect(try folder.contents("file") == [2])
  }

  @Test func `a folder that is gone is a write error, with that of the system`() throws {
    try folder.directory("sub")
    let file = try #require(try File.new(at: folder.path("sub/file"), [1]))
    try FileManager.default.removeItem(atPath: folder.path("sub"))
    let error = #expect(throws: BodyError.self) { try file.save([2]) }
    #expect(error?.code == .writeFailed && error?.systemErrorNumber == ENOENT && error?.path == file.path)
    file.remove()
  }

  // MARK: Files of others

  @Test(arguments: ["link", "loose link", "folder", "fifo", "socket"], [true, false])
  func `a link, folder, FIFO or socket is left alone`(kind: String, creating: Bool) throws {
    try folder.file("target", [1])
    switch kind {
    case "link": _ = try folder.symbolicLink("file", to: folder.path("target"))
    case "loose link": _ = try folder.symbolicLink("file", to: folder.path("nothing"))
    case "folder": try folder.directory("file")
    case "fifo": try folder.fifo("file")
    default: try folder.socket("file")
    }
    let error = #expect(throws: BodyError.self) {
      _ = creating ? try File(at: path) : try File.existing(at: path)
    }
    #expect(error?.code == .fileExists)
    #expect(try folder.contents("target") == [1])
    #expect(try folder.names().sorted() == ["file", "target"])
  }

  /// With a reader, opening the FIFO for writing would succeed.
  @Test func `a FIFO with a reader is refused`() throws {
    try folder.fifo("file")
    let reader = try folder.openForWriting("file")
    #expect(throws: BodyError.self) { try File(at: path) }
    withExtendedLifetime(reader) {}
  }

  @Test func `a file with a second name is an error, and keeps both names`() throws {
    try folder.file("other", [1, 2])
    _ = try folder.hardLink("file", to: "other")
    let error = #expect(throws: BodyError.self) { try File(at: path) }
    #expect(error?.code == .fileExists && error?.path == path)
    #expect(try folder.contents("file") == [1, 2] && folder.contents("other") == [1, 2])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `a file of another user is an error`() throws {
    try folder.file("file", [1])
    try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: path)
    #expect(#expect(throws: BodyError.self) { try File(at: path) }?.code == .fileExists)
    #expect(try folder.contents("file") == [1])
  }

  @Test func `other files beside a file are not touched`() throws {
    for name in ["file.new", "file.part", ".file.new"] { try folder.file(name, [9]) }
    let file = try File(at: path)
    try file.save([1])
    file.remove()
    for name in ["file.new", "file.part", ".file.new"] { #expect(try folder.contents(name) == [9]) }
    #expect(try folder.names().count == 3)
  }

  @Test func `a file that has taken the place of another is neither replaced nor removed`() throws {
    let file = try File(at: path)
    try folder.remove("file")
    try folder.file("file", [7])
    #expect(#expect(throws: BodyError.self) { try file.save([1]) }?.code == .fileExists)
    file.remove()
    #expect(try folder.contents("file") == [7])
    #expect(try folder.names() == ["file"])
  }

  @Test func `a file that was removed is written again`() throws {
    let file = try File(at: path)
    try folder.remove("file")
    try file.save([1])
    #expect(try folder.contents("file") == [1])
  }

  /// As if the process was killed before it renamed the new file, after any number of its bytes.
  @Test(arguments: [[], [2]])
  func `a process that is killed before it renames the new file leaves the earlier record`(
    new: [UInt8]
  ) throws {
    try folder.file("file", [1])
    let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let stem = try DestinationPath(path).hiddenStem
    try folder.file("\(stem)-\(#require(inode)).new", new)
    try folder.file("\(stem)-1.new", [3])
    #expect(try File(at: path).earlier == [1])
    #expect(try folder.names().sorted() == ["\(stem)-1.new", "file"])
  }

  @Test(arguments: ["no/file", "", "a\0b", String(repeating: "n", count: 300)])
  func `a path that cannot be created is a write error`(name: String) throws {
    let path = name.isEmpty ? "" : folder.path(name)
    let error = #expect(throws: BodyError.self) { _ = try File(at: path) }
    #expect(error?.code == .writeFailed)
    #expect(try folder.names() == [])
  }

  @Test func `a name of 255 bytes works`() throws {
    let name = String(repeating: "n", count: 255)
    let file = try File(at: folder.path(name))
    try file.save([1])
    #expect(try folder.names() == [name])
  }

  @Test func `a released file closes its descriptors`() throws {
    do { try File(at: path).save([1]) }
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  /// A file that was opened before another writer replaced or removed it must not be written to.
  @Test func `concurrent writers never share a file, and each file has its name`() async throws {
    let path = path
    try await withThrowingTaskGroup { group in
      for number in 1...4 as ClosedRange<UInt8> {
        group.addTask {
          for _ in 0..<300 {
            guard let file = try? File(at: path) else { continue }
            try file.save([number])
            guard try readAllBytes(at: path) == [number] else { throw Shared() }
            file.remove()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names() == [])
  }

  private struct Shared: Error {}
}

private func readAllBytes(at path: String) throws -> [UInt8] {
  let descriptor = try Descriptor.open(path, flags: O_RDONLY)
  return try [UInt8](capacity: 10) { output throws(SystemError) in try descriptor.read(into: &output) }
}
