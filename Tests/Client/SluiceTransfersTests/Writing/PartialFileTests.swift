import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTransfers

/// A file that is written under a temporary name, until it gets its final one.
@Suite(.timeLimit(.minutes(5))) struct PartialFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func destination(_ name: String = "final") throws -> DestinationPath {
    try DestinationPath(folder.path(name))
  }

  private func create(_ bytes: [UInt8] = []) throws -> PartialFile {
    let file = try PartialFile(at: folder.path("partial"), of: destination()) { _ in }
    try file.append(bytes.span)
    return file
  }

  private func inode(_ name: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
    return UInt64(try #require(attributes[.systemFileNumber] as? Int))
  }

  /// Creates a file as another process would, and returns its inode.
  private func leave(_ bytes: [UInt8]) throws -> UInt64 {
    _ = try create(bytes)
    return try inode("partial")
  }

  private func open(inode: UInt64) throws -> PartialFile? {
    try PartialFile(leftAt: folder.path("partial"), inode: inode, of: destination())
  }

  private func commit(
    _ file: PartialFile, _ name: String = "final", of count: Int64, _ policy: ExistingFilePolicy = .replace,
    synchronizing: Bool = false
  ) throws -> String {
    try file.commit(to: destination(name), of: count, ifExists: policy, synchronizing: synchronizing)
  }

  @Test func `a new file is written, and gets its name by commit`() throws {
    try folder.file("final", [9])
    let file = try create([1, 2])
    try file.append([3, 4].span)
    #expect(try folder.contents("partial") == [1, 2, 3, 4] && file.byteCount == 4)
    #expect(try folder.contents("final") == [9])
    #expect(try commit(file, of: 4) == folder.path("final"))
    #expect(try folder.contents("final") == [1, 2, 3, 4])
    #expect(try folder.names() == ["final"])
  }

  @Test(.enabled(if: hasUnnamedFiles, "needs files without a name"))
  func `the inode is known before the file has a name`() throws {
    var known: UInt64?
    var names = ["unknown"]
    let file = try PartialFile(at: folder.path("partial"), of: destination()) {
      known = $0
      names = try folder.names()
    }
    #expect(names == [])
    #expect(try inode("partial") == known)
    withExtendedLifetime(file) {}
  }

  private struct Refused: Error {}

  @Test func `an error before the file has its name leaves nothing`() throws {
    #expect(throws: Refused.self) {
      try PartialFile(at: folder.path("partial"), of: destination()) { _ in throw Refused() }
    }
    #expect(try folder.names() == [])
  }

  @Test func `a name that is taken is an error, and what has it stays`() throws {
    try folder.file("partial", [9])
    #expect(#expect(throws: BodyError.self) { try create() }?.code == .writeFailed)
    #expect(try folder.contents("partial") == [9])
  }

  @Test func `bytes can be written and read at any position`() throws {
    let inode = try leave([1, 2])
    let file = try #require(try open(inode: inode))
    try file.resize(to: 6)
    try file.write([5, 6].span, at: 4)
    // Appended bytes follow those that were there at first.
    try file.append([3].span)
    #expect(try folder.contents("partial") == [1, 2, 3, 0, 5, 6])
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
    let file = try create([1])
    let error = #expect(throws: BodyError.self) {
      try commit(file, "a.txt", of: 1, .fail, synchronizing: synchronizing)
    }
    #expect(error?.code == .fileExists && error?.path == folder.path("a.txt"))
    let name = try commit(file, "a.txt", of: 1, .unique, synchronizing: synchronizing)
    #expect(name == folder.path("a (2).txt"))
    #expect(try folder.contents("a.txt") == [9] && folder.contents("a (2).txt") == [1])
    #expect(try folder.names().sorted() == ["a (1).txt", "a (2).txt", "a.txt"])
    let folderError = #expect(throws: BodyError.self) {
      try commit(create(), "a (1).txt", of: 0, synchronizing: synchronizing)
    }
    #expect(folderError?.code == .fileIsDirectory)
  }

  @Test(arguments: ["removed", "another file", "a link to it", "moved"])
  func `nothing gets the final name if the temporary one is not the file's`(change: String) throws {
    for policy in [ExistingFilePolicy.fail, .replace, .unique] {
      let file = try create([1, 2])
      switch change {
      case "removed": try folder.remove("partial")
      case "moved": try FileManager.default.moveItem(atPath: file.path, toPath: folder.path("moved"))
      default:
        try FileManager.default.moveItem(atPath: file.path, toPath: folder.path("moved"))
        if change == "another file" { try folder.file("partial", [8, 8]) }
        if change == "a link to it" { _ = try folder.symbolicLink("partial", to: folder.path("moved")) }
      }
      let error = #expect(throws: BodyError.self) { try commit(file, of: 2, policy) }
      #expect(error?.code == .fileReplaced && error?.path == folder.path("final"))
      // What has the name now is not removed.
      file.remove()
      let left = try folder.names().sorted()
      #expect(left == (change == "removed" ? [] : change == "moved" ? ["moved"] : ["moved", "partial"]))
      for name in left { try folder.remove(name) }
    }
  }

  @Test(arguments: [(1, .fileGrew), (3, .fileShrank)] as [(Int64, ErrorCode)])
  func `a file of another size than was written is an error`(count: Int64, code: ErrorCode) throws {
    let file = try create([1, 2])
    let error = #expect(throws: BodyError.self) { try commit(file, of: count) }
    #expect(error?.code == code && error?.expectedByteCount == count && error?.actualByteCount == 2)
    #expect(try folder.names() == ["partial"])
  }

  // MARK: Left-overs

  @Test func `only the file that an earlier process has left is opened`() throws {
    let inode = try leave([1, 2])
    #expect(try open(inode: inode)?.byteCount == 2)
    #expect(try open(inode: inode + 1) == nil)
    // It is also a complete file, if the process was killed before it removed the temporary name.
    _ = try folder.hardLink("other", to: "partial")
    #expect(try open(inode: inode) == nil)
    try folder.remove("partial")
    #expect(#expect(throws: SystemError.self) { try open(inode: inode) }?.isMissingFile == true)
    _ = try folder.symbolicLink("partial", to: folder.path("other"))
    #expect(#expect(throws: SystemError.self) { try open(inode: inode) }?.number == ELOOP)
    #expect(try folder.contents("other") == [1, 2])
  }

  @Test func `the temporary name of a left-over is removed, and no other file's`() throws {
    let inode = try leave([1, 2])
    _ = try folder.hardLink("other", to: "partial")
    PartialFile.removeName(folder.path("partial"), inode: inode + 1, of: try destination())
    #expect(try folder.names().sorted() == ["other", "partial"])
    PartialFile.removeName(folder.path("partial"), inode: inode, of: try destination())
    #expect(try folder.names() == ["other"])
    _ = try folder.symbolicLink("partial", to: folder.path("other"))
    PartialFile.removeName(folder.path("partial"), inode: inode, of: try destination())
    #expect(try folder.names().sorted() == ["other", "partial"])
  }

  @Test func `a released file closes its descriptor`() throws {
    do { _ = try create() }
    #expect(try openDescriptors(under: folder.path).count == 0)
  }
}
