import FoundationEssentials
import SluiceBody
import SluiceTestSupport
import Testing

/// A file that is replaced as a whole, by one writer at a time.
@Suite struct ClaimedFileTests {
  let folder: TemporaryDirectory
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  @Test func `a file has its old content until it is replaced`() throws {
    try folder.file("file", [1, 2, 3])
    let file = try ClaimedFile(at: path)
    #expect(try file.content(upTo: 100) == [1, 2, 3])
    #expect(try file.content(upTo: 2) == [1, 2])
    try file.replace(with: [4])
    try file.replace(with: [5, 6])
    #expect(try folder.contents("file") == [5, 6])
    #expect(try folder.names() == ["file"])
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test(arguments: [false, true]) func `nobody else can open a file`(isReplaced: Bool) throws {
    var file: ClaimedFile? = try ClaimedFile(at: path)
    if isReplaced { try file?.replace(with: [1]) }
    #expect(#expect(throws: BodyError.self) { try ClaimedFile(at: path) }?.code == .fileInUse)
    #expect(file?.path == path)
    file = nil
    #expect(try ClaimedFile(at: path).content(upTo: 10) == (isReplaced ? [1] : []))
  }

  @Test func `a removed file leaves nothing`() throws {
    let file = try ClaimedFile(at: path)
    try file.replace(with: [1])
    try folder.file("file.new", [2])
    file.remove()
    #expect(try folder.names() == [])
    file.remove()
  }

  @Test func `anything but a file is an error`() throws {
    try folder.directory("file")
    #expect(#expect(throws: BodyError.self) { try ClaimedFile(at: path) }?.code == .fileExists)
    #expect(#expect(throws: BodyError.self) { try ClaimedFile(at: folder.path("a/b")) }?.code == .writeFailed)
  }
}
