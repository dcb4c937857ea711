import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// Files, their ranges, and errors that are found before a byte is read.
@Suite(.timeLimit(.minutes(5))) struct FileSourceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  enum Refused: CaseIterable {
    case missing, emptyPath, belowFile, directory, socket, pathWithNUL, linkToItself, linkToNothing
  }

  @Test(arguments: Refused.allCases)
  func `an unreadable path is an error with the path before a byte is read`(_ refused: Refused) throws {
    try directory.file("file")
    let (path, code): (String, ErrorCode) =
      switch refused {
      case .missing: (directory.path("missing"), .fileMissing)
      case .emptyPath: ("", .fileMissing)
      case .belowFile: (directory.path("file/below"), .fileMissing)
      case .directory: (directory.path, .fileIsDirectory)
      case .socket: (try directory.socket("socket"), .fileUnreadable)
      case .pathWithNUL: (directory.path("file\0.txt"), .fileMissing)
      case .linkToItself: (try directory.symbolicLink("loop", to: "loop"), .fileUnreadable)
      case .linkToNothing: (try directory.symbolicLink("dangling", to: "missing"), .fileMissing)
      }
    for source in [FileSource(at: path), FileSource(at: path, range: 0..<0)] {
      for error in [
        #expect(throws: BodyError.self) { try source.byteCount },
        #expect(throws: BodyError.self) { try source.makeReader() },
      ] {
        #expect(error?.code == code)
        #expect(error?.path == path)
      }
      #expect(source.isReplayable)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without read permission is an error before a byte is read`() throws {
    let path = try directory.file("secret", [1])
    try directory.setPermissions(0, of: "secret")
    let error = #expect(throws: BodyError.self) { try FileSource(at: path).byteCount }
    #expect(error?.code == .fileUnreadable)
    #expect(error?.systemErrorNumber == EACCES)
  }

  @Test func `a symbolic link is followed to its file`() async throws {
    try directory.file("file", [1, 2, 3])
    let source = FileSource(at: try directory.symbolicLink("link", to: "file"))
    #expect(try source.byteCount == 3)
    #expect(try await readAll(source.makeReader()) == [1, 2, 3])
  }

  @Test(arguments: [0..<0, 0..<1, 0..<10, 3..<7, 9..<10, 5..<5, 10..<10] as [Range<Int64>])
  func `a range within the file gives the bytes of the range`(_ range: Range<Int64>) async throws {
    let content = sampleBytes(10)
    let source = FileSource(at: try directory.file("file", content), range: range)
    #expect(try source.byteCount == Int64(range.count))
    #expect(
      try await readAll(source.makeReader()) == Array(content[Int(range.lowerBound)..<Int(range.upperBound)]))
  }

  @Test(arguments: [0..<11, 10..<11, 11..<11, -1..<5, -1..<0, 0..<Int64.max, Int64.min..<Int64.max])
  func `a range outside the file is an error with both sizes`(_ range: Range<Int64>) throws {
    let path = try directory.file("file", sampleBytes(10))
    let source = FileSource(at: path, range: range)
    for error in [
      #expect(throws: BodyError.self) { try source.byteCount },
      #expect(throws: BodyError.self) { try source.makeReader() },
    ] {
      #expect(error?.code == .rangeOutOfBounds)
      #expect(error?.path == path)
      #expect(error?.expectedByteCount == range.upperBound)
      #expect(error?.actualByteCount == 10)
    }
  }

  @Test func `a range of a FIFO, a device or standard input is an error`() throws {
    for path in [try directory.fifo("fifo"), "/dev/zero", "/dev/stdin"] {
      let error = #expect(throws: BodyError.self) { try FileSource(at: path, range: 0..<1).byteCount }
      #expect(error?.code == .rangeOutOfBounds)
    }
  }

  @Test func `a descriptor is open only from the first read to the end`() throws {
    let path = try directory.file("file", sampleBytes(10))
    let reader = try FileSource(at: path).makeReader()
    #expect(try openDescriptors(under: path).count == 0)
    _ = try reader.readOnce(upTo: 4)
    #expect(try openDescriptors(under: path).count == 1)
    _ = try reader.readOnce(upTo: 6)
    #expect(try openDescriptors(under: path).count == 0)
  }

  @Test func `a reader that is released halfway closes its file`() throws {
    let path = try directory.file("file", sampleBytes(10))
    var reader: (any BodyReader)? = try FileSource(at: path).makeReader()
    _ = try reader?.readOnce(upTo: 4)
    #expect(try openDescriptors(under: path).count == 1)
    reader = nil
    #expect(try openDescriptors(under: path).count == 0)
  }

  // MARK: Files below a folder

  private func below(_ path: String) throws(BodyError) -> FileSource {
    let folder: Descriptor
    do {
      folder = try Descriptor.folder(at: directory.path)
    } catch {
      throw BodyError(.fileUnreadable, systemError: error)
    }
    return try FileSource(path, below: folder, at: directory.path(path))
  }

  @Test func `a file below a folder has its bytes`() async throws {
    try directory.directory("a")
    try directory.directory("a/b")
    try directory.file("a/b/c", sampleBytes(100))
    let source = try below("a/b/c")
    #expect(try source.byteCount == 100 && source.isReplayable && source.path == directory.path("a/b/c"))
    #expect(try await readAll(source.makeReader()) == sampleBytes(100))
  }

  @Test func `a file below a folder is not reached through links`() throws {
    try directory.directory("a")
    try directory.file("a/file")
    _ = try directory.symbolicLink("link", to: "a")
    _ = try directory.symbolicLink("a/link", to: "file")
    for path in ["link/file", "a/link", "link/link"] {
      let error = #expect(throws: BodyError.self) { try below(path) }
      #expect(error?.code == .fileUnreadable && error?.systemErrorNumber == ELOOP, "\(path)")
    }
    for (path, code) in [
      ("none", ErrorCode.fileMissing), ("a/none", .fileMissing), ("a", .fileIsDirectory),
    ] {
      #expect(#expect(throws: BodyError.self) { try below(path) }?.code == code, "\(path)")
    }
  }

  @Test func `a link that takes the place of a file's folder is not followed`() async throws {
    try directory.directory("a")
    try directory.directory("b")
    try directory.file("a/file", sampleBytes(100))
    try directory.file("b/file", sampleBytes(100))
    let source = try below("a/file")
    try directory.remove("a")
    _ = try directory.symbolicLink("a", to: "b")
    let error = await #expect(throws: BodyError.self) { try await readAll(source.makeReader()) }
    #expect(error?.code == .changed)
  }
}
