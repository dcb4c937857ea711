import FoundationEssentials
import Glibc
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Files that have no name until they are complete, and files that wait under a temporary name.
@Suite(.timeLimit(.minutes(5))) struct TemporaryFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func file(_ bytes: [UInt8] = [], isUnnamed: Bool = true) throws -> TemporaryFile {
    let file = try TemporaryFile(in: folder.path, orElse: .temporaryName, isUnnamed: isUnnamed)
    try file.descriptor.write(bytes.span)
    return file
  }

  private func commit(
    _ file: TemporaryFile, _ name: String, _ policy: ExistingFilePolicy = .fail
  ) throws -> String? {
    try file.commitIfPossible(to: DestinationPath(folder.path(name)), ifExists: policy)
  }

  @Test(.enabled(if: hasUnnamedFiles, "needs files without a name"))
  func `a file has no name until it is committed, and no other one then`() throws {
    var file: TemporaryFile? = try file([1, 2])
    #expect(try folder.names() == [])
    #expect(try openDescriptors(under: folder.path).count == 1)
    #expect(try commit(#require(file), "a") == folder.path("a"))
    #expect(try folder.names() == ["a"] && folder.contents("a") == [1, 2])
    // It is not shared with a second name.
    #expect(try commit(#require(file), "b") == nil)
    file = nil
    #expect(try folder.names() == ["a"])
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  @Test func `a file that waits under a temporary name is removed unless it is committed`() throws {
    var file: TemporaryFile? = try file([1, 2], isUnnamed: false)
    #expect(try folder.names().count == 1)
    file = nil
    #expect(try folder.names() == [])
    file = try self.file([3], isUnnamed: false)
    #expect(try commit(#require(file), "a") == folder.path("a"))
    file = nil
    #expect(try folder.names() == ["a"] && folder.contents("a") == [3])
  }

  @Test(arguments: [Flush.nothing, .content, .contentAndName])
  func `a file under a given name replaces another`(flush: Flush) throws {
    try folder.file("a", [0])
    let final = try DestinationPath(folder.path("a"))
    var file: TemporaryFile? = try TemporaryFile(at: folder.path("new"), permissions: 0o600)
    #expect(throws: SystemError.self) { try TemporaryFile(at: folder.path("new"), permissions: 0o600) }
    try file?.descriptor.write([1].span)
    #expect(try folder.names().sorted() == ["a", "new"] && folder.contents("a") == [0])
    #expect(try file?.commit(to: final, ifExists: .replace, flushing: flush) == folder.path("a"))
    #expect(try folder.names() == ["a"] && folder.contents("a") == [1])
    let error = #expect(throws: BodyError.self) { try file?.commit(to: final, ifExists: .replace) }
    #expect(error?.code == .writeFailed)
    file = try TemporaryFile(at: folder.path("new"), permissions: 0o600)
    file = nil
    #expect(try folder.names() == ["a"])
  }

  /// A name of its own at any moment: a process that is killed leaves either file, and no second name.
  @Test func `a file that replaces another never has two names`() async throws {
    let final = try DestinationPath(folder.path("a"))
    let hasEnded = Lock(false)
    async let counts = withTaskExecutorPreference(BlockingExecutor.shared) {
      var found: Set<Int> = []
      repeat {
        if let status = try? FileStatus(ofFileAt: final.text) { found.insert(status.nameCount) }
      } while !hasEnded.withLock { $0 }
      return found
    }
    for _ in 1...2000 {
      try TemporaryFile(at: folder.path("new"), permissions: 0o600).commit(
        to: final, ifExists: .replace, flushing: .nothing)
      try folder.remove("a")
    }
    hasEnded.withLock { $0 = true }
    // 0 for a file that is removed at this moment.
    #expect(await counts.isSubset(of: [0, 1]))
  }

  @Test func `a file that cannot get a name has none from the start, and only its owner could open it`()
    throws
  {
    let file = try TemporaryFile(in: folder.path, orElse: .noName, isUnnamed: false)
    try file.descriptor.write([1].span)
    #expect(try folder.names() == [])
    #expect(file.descriptor.hasByte(at: 0))
    #expect(try commit(file, "a") == nil)
    #expect(try folder.names() == [])
  }

  @Test(arguments: [ExistingFilePolicy.fail, .replace, .unique])
  func `a file that took a temporary name does not get the final one`(policy: ExistingFilePolicy) throws {
    try folder.file("a", [0])
    var file: TemporaryFile? = try file([1], isUnnamed: false)
    let name = try #require(try folder.names().first { $0 != "a" })
    try folder.remove(name)
    try folder.file(name, [2])
    let error = #expect(throws: BodyError.self) { try commit(#require(file), "a", policy) }
    #expect(error?.code == .fileReplaced)
    file = nil
    #expect(try folder.contents("a") == [0] && folder.contents(name) == [2])
  }

  @Test func `a committed file has the permissions of any new file`() throws {
    try folder.file("other")
    for isUnnamed in [true, false] {
      _ = try commit(file(isUnnamed: isUnnamed), "\(isUnnamed)")
      let permissions = try ["\(isUnnamed)", "other"].map {
        try FileManager.default.attributesOfItem(atPath: folder.path($0))[.posixPermissions] as? Int
      }
      #expect(permissions[0] == permissions[1])
    }
  }

  @Test(arguments: [true, false]) func `a file that has become secret is replaced by a secret one`(
    isUnnamed: Bool
  ) throws {
    let path = try folder.file("a", [0])
    let new = try file([1], isUnnamed: isUnnamed)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    _ = try commit(new, "a", .replace)
    #expect(try folder.contents("a") == [1])
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test(arguments: [true, false]) func `an existing file fails, is replaced, or stays beside the new one`(
    isUnnamed: Bool
  ) throws {
    try folder.file("a.txt", [0])
    let error = #expect(throws: BodyError.self) { try commit(file(isUnnamed: isUnnamed), "a.txt") }
    #expect(error == BodyError(.fileExists, path: folder.path("a.txt")))
    #expect(try folder.contents("a.txt") == [0])

    #expect(try commit(file([1], isUnnamed: isUnnamed), "a.txt", .replace) == folder.path("a.txt"))
    #expect(try folder.contents("a.txt") == [1])
    #expect(try commit(file([2], isUnnamed: isUnnamed), "a.txt", .unique) == folder.path("a (1).txt"))
    #expect(try commit(file([3], isUnnamed: isUnnamed), "a.txt", .unique) == folder.path("a (2).txt"))
    #expect(try folder.contents("a.txt") == [1] && folder.contents("a (1).txt") == [2])
    #expect(try folder.names().sorted() == ["a (1).txt", "a (2).txt", "a.txt"])
  }

  @Test(arguments: [true, false]) func `a symbolic link is never followed, and a folder never replaced`(
    isUnnamed: Bool
  ) throws {
    _ = try folder.symbolicLink("link", to: folder.path("elsewhere"))
    try folder.directory("folder")
    for (name, policy, code) in [
      ("link", .fail, .fileExists), ("folder", .fail, .fileExists), ("folder", .replace, .fileIsDirectory),
      ("no/where", .fail, .writeFailed), ("no/where", .replace, .writeFailed),
      ("no/where", .unique, .writeFailed),
      ("..", .unique, .fileIsDirectory), ("folder/", .unique, .fileIsDirectory),
    ] as [(String, ExistingFilePolicy, ErrorCode)] {
      let error = #expect(throws: BodyError.self) { try commit(file(isUnnamed: isUnnamed), name, policy) }
      #expect(error?.code == code, "\(name) \(policy)")
    }
    #expect(try folder.names().sorted() == ["folder", "link"])
    #expect(try commit(file([1], isUnnamed: isUnnamed), "link", .unique) == folder.path("link (1)"))
    #expect(try commit(file([2], isUnnamed: isUnnamed), "link", .replace) == folder.path("link"))
    #expect(try folder.contents("link") == [2])
    #expect(try folder.names().sorted() == ["folder", "link", "link (1)"])
  }

  @Test(.enabled(if: hasUnnamedFiles, "needs files without a name"))
  func `an unnamed file that could not replace something leaves no name`() throws {
    try folder.directory("folder")
    let file = try file()
    #expect(throws: BodyError.self) { try commit(file, "folder", .replace) }
    #expect(try folder.names() == ["folder"])
    #expect(try commit(file, "a") == nil)
  }

  @Test(arguments: [
    ("a", "a (1)"), ("a.tar.gz", "a.tar (1).gz"), (".bashrc", ".bashrc (1)"), ("a.", "a (1)."),
    ("x.y/a", "x.y/a (1)"), ("..a.b", "..a (1).b"), ("日本.png", "日本 (1).png"),
    ("a.\u{301}b", "a (1).\u{301}b"),
  ]) func `a number precedes the last extension`(name: String, numbered: String) throws {
    #expect(try DestinationPath(name).numbered(1).text == numbered)
    #expect(try DestinationPath("/\(name)").numbered(1).text == "/\(numbered)")
    let path = try DestinationPath("/\(name)").numbered(1)
    #expect(path.sibling(path.name) == path.text && path.numbered(2).numbered(1).text == path.text)
  }

  @Test func `a free number is found in few steps`() {
    for count in [0, 1, 2, 3, 7, 8, 100, 1_000_000] {
      var asked = 0
      let number = TemporaryFile.freeNumber(after: 0) {
        asked += 1
        return $0 <= count
      }
      #expect(number == count + 1)
      #expect(asked <= 45)
    }
    let taken: Set = [1, 2, 4, 5, 9]
    for start in 0...10 {
      let number = TemporaryFile.freeNumber(after: start, isTaken: taken.contains)
      #expect(number > start && !taken.contains(number))
    }
  }

  @Test(arguments: [true, false]) func `files that get unique names at the same moment get different ones`(
    isUnnamed: Bool
  ) async throws {
    let paths = try await withThrowingTaskGroup(of: String?.self) { group in
      for index in 0..<40 {
        group.addTask {
          try await withTaskExecutorPreference(BlockingExecutor.shared) {
            try commit(file([UInt8(index)], isUnnamed: isUnnamed), "a.txt", .unique)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(paths).count == 40 && !paths.contains(nil))
    let names = try folder.names()
    #expect(try Set(names.map { try folder.contents($0) }).count == 40 && names.count == 40)
  }

  /// The last one wins, and the others have been there.
  @Test(arguments: [true, false]) func `files that replace each other at the same time are no error`(
    isUnnamed: Bool
  ) async throws {
    try await withThrowingTaskGroup { group in
      for number in 1...8 {
        group.addTask {
          try await withTaskExecutorPreference(BlockingExecutor.shared) {
            for _ in 1...100 { _ = try commit(file([UInt8(number)], isUnnamed: isUnnamed), "a", .replace) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names() == ["a"] && folder.contents("a").count == 1)
  }

  @Test func `a name shows what it became, even when another file has it`() throws {
    let final = try DestinationPath(folder.path("a"))
    let mine = try Descriptor.create(folder.path("mine"))
    let name = try Descriptor.name(at: folder.path("mine"))
    #expect(name.isSameFile(as: mine) && !name.wasRenamed(to: final))
    try renameFile(folder.path("mine"), to: final.text)
    #expect(name.wasRenamed(to: final))
    try folder.file("other")
    try renameFile(folder.path("other"), to: final.text)
    #expect(try !mine.isFile(at: final.text) && name.wasRenamed(to: final))
  }

  @Test func `a name that cannot be looked up is not that of another file`() throws {
    let file = try Descriptor.create(folder.path("a"))
    #expect(try file.isFile(at: folder.path("a")) && !file.isFile(at: folder.path("missing")))
    let tooLong = folder.path(String(repeating: "x", count: 300))
    let error = #expect(throws: SystemError.self) { try file.isFile(at: tooLong) }
    #expect(error?.number == ENAMETOOLONG)
  }

  @Test func `another file that took the name at the last moment is told apart`() throws {
    let final = try DestinationPath(folder.path("a"))
    let mine = try Descriptor.create(folder.path("mine"))
    let name = try Descriptor.name(at: folder.path("mine"))
    try folder.file("other")
    try renameFile(folder.path("other"), to: folder.path("mine"))
    try renameFile(folder.path("mine"), to: final.text)
    #expect(try !mine.isFile(at: final.text) && !name.wasRenamed(to: final))
  }
}

/// Temporary files that are read while they are held.
@Suite(.timeLimit(.minutes(5))) struct SpooledFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test func `a file without a name is appended to and read at the same time`() async throws {
    let bytes = sampleBytes(200_000)
    var file: SpooledFile? = try await SpooledFile(in: folder.path)
    try await file?.append(bytes[..<100_000])
    let reader = try #require(file?.makeReader(at: 0))
    let (start, outcome) = try reader.readOnce(upTo: 10)
    #expect(start == Array(bytes[..<10]) && outcome == .more)
    try await file?.append(bytes[100_000...])
    // The bytes that there were when it was made.
    #expect(try await readAll(reader, step: 999) == Array(bytes[10..<100_000]))
    let all = try await readAll(try #require(file?.makeReader(at: 0)))
    #expect(all == bytes)
    let map = try #require(try file?.mapped())
    #expect(try folder.names() == [])
    #expect(try openDescriptors(under: folder.path).count == 1)
    file = nil
    #expect(map.withSpan { $0.count } == 200_000 && map.withSpan { $0[199_999] } == bytes[199_999])
  }

  @Test func `an empty file is read and mapped`() async throws {
    let file = try await SpooledFile(in: folder.path)
    #expect(try await readAll(file.makeReader(at: 0)) == [])
    #expect(try file.mapped().count == 0)
  }

  @Test(arguments: ["/no/such/folder", "a\0b", ""]) func `a folder that is missing is a write error`(
    path: String
  )
    async throws
  {
    let error = await #expect(throws: BodyError.self) { try await SpooledFile(in: path) }
    #expect(error?.code == .writeFailed && error?.path == path)
  }
}
