import FoundationEssentials
import Glibc
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Who may read a file that takes the place of another one.
@Suite(.timeLimit(.minutes(5))) struct AccessTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = try folder.file("a", [0])
  }

  /// Replaces the file, and returns the status of the temporary file and of the new one.
  private func replace() throws -> (temporary: FileStatus, final: FileStatus) {
    let file = try TemporaryFile(for: DestinationPath(path))
    let temporary = try file.descriptor.status()
    #expect(try file.descriptor.accessList == list())
    try file.descriptor.write([1].span)
    try file.commit(to: DestinationPath(path), ifExists: .replace)
    #expect(try folder.contents("a") == [1] && folder.names() == ["a"])
    return (temporary, try FileStatus(ofFileAt: path))
  }

  private func list() throws -> [UInt8]? { try Descriptor.open(path, flags: O_RDONLY).accessList }

  /// An access control list, with an entry for a user.
  private static func list(user: UInt32 = 1234) -> [UInt8] {
    let entries: [(tag: UInt32, permissions: UInt32, id: UInt32)] = [
      (1, 6, .max), (2, 4, user), (4, 0, .max), (0x10, 4, .max), (0x20, 0, .max),
    ]
    func bytes(_ number: UInt32, _ count: UInt32) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes(2, 4) + entries.flatMap { bytes($0.tag, 2) + bytes($0.permissions, 2) + bytes($0.id, 4) }
  }

  /// Sets the list that new files in the folder inherit.
  ///
  /// - Returns: `false` if the file system has none.
  private func setDefaultList() throws -> Bool {
    try ScriptOracle.python3.run(
      """
      import json, os
      try:
        os.setxattr(input["folder"], "system.posix_acl_default", bytes(input["list"]))
        print(json.dumps(True))
      except OSError:
        print(json.dumps(False))
      """, input: Input(folder: folder.path, list: Self.list()))
  }

  private struct Input: Encodable {
    let folder: String
    let list: [UInt8]
  }

  @Test(.enabled(if: geteuid() == 0, "only root may set any group"))
  func `a file that is replaced keeps its owner and group`() throws {
    try folder.setPermissions(0o640, of: "a")
    #expect(unsafe chown(path, 1000, 1001) == 0)
    let (temporary, final) = try replace()
    // A leftover of another owner would not be resumed.
    #expect(temporary.owner == 0 && temporary.group == 1001 && temporary.permissions == 0o640)
    #expect(final.owner == 1000 && final.group == 1001 && final.permissions == 0o640)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled))
  func `a file that is replaced gets no entries of its folder's access control list`() throws {
    try folder.setPermissions(0o640, of: "a")
    guard try setDefaultList() else { return }
    let inherited = try folder.file("b")
    #expect(try Descriptor.open(inherited, flags: O_RDONLY).accessList != nil)
    try folder.remove("b")
    let (temporary, final) = try replace()
    #expect(try list() == nil && temporary.permissions == 0o640 && final.permissions == 0o640)
  }

  @Test func `a file that is replaced keeps its access control list`() throws {
    guard try Descriptor.open(path, flags: O_RDWR).setAccessList(Self.list()) else { return }
    let old = try list()
    let (_, final) = try replace()
    // With a list, the bits of the group are its mask: without the list, the group could read the file.
    #expect(try list() == old && final.permissions == 0o640)
  }

  @Test func `the access control list is that of the file whose name is not UTF-8`() throws {
    // The text of its path goes on behind "a" and a NUL.
    let old = try Descriptor.create(folder.path("a\0\u{FF}"))
    guard try Descriptor.open(path, flags: O_RDWR).setAccessList(Self.list()) else { return }
    let new = try Descriptor.create(folder.path("new"))
    try new.limitAccess(toThatOf: folder.path("a\0\u{FF}"), keepingOwner: false)
    #expect(
      try old.accessList == nil && new.accessList == nil
        && new.status().permissions == old.status().permissions)
  }
}
