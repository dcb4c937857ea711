import FoundationEssentials
import SluiceBody
import SluiceTestSupport
import Testing

/// Paths as text and as URLs, also of files whose names are not UTF-8.
@Suite(.timeLimit(.minutes(5))) struct FilePathTests {
  private func bytes(_ source: some BodySource) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in source.chunks() { bytes += chunk }
    return bytes
  }

  @Test(
    arguments: [
      ([0x61, 0x2F, 0xC3, 0xA9], "a/é"), ([], ""), ([0x61, 0xFF, 0x62], "a\0\u{FF}b"),
      ([0xC3], "\0\u{C3}"), ([0xC3, 0x28], "\0\u{C3}("), ([0xE2, 0x82], "\0\u{E2}\0\u{82}"),
      ([0xF0, 0x9F, 0x98, 0x80, 0x80], "😀\0\u{80}"), ([0xED, 0xA0, 0x80], "\0\u{ED}\0\u{A0}\0\u{80}"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 have a text that stands for them`(bytes: [UInt8], text: String) {
    #expect(PathText.text(of: bytes) == text)
    #expect(PathText.bytes(of: text) == bytes)
  }

  @Test(arguments: ["\0", "a\0", "a\0b", "\0\u{7F}", "\0\u{100}", "\0\0", "a\0/../etc"])
  func `any other NUL is no path`(text: String) {
    #expect(PathText.bytes(of: text) == nil)
    let error = #expect(throws: BodyError.self) { try FileSource(at: text).byteCount }
    #expect(error?.code == .fileMissing)
  }

  @Test func `a file is read by its URL`() async throws {
    let directory = try TemporaryDirectory()
    let url = URL(filePath: try directory.file("a é%41.txt", [1, 2, 3, 4]))
    #expect(try await bytes(.file(at: url)) == [1, 2, 3, 4])
    #expect(FileSource(at: url).path == directory.path("a é%41.txt"))
    #expect(try await bytes(FileSource(at: url, range: 1..<3)) == [2, 3])
    let relative = URL(
      filePath: "a é%41.txt", relativeTo: URL(filePath: directory.path, directoryHint: .isDirectory))
    #expect(try await bytes(.file(at: relative)) == [1, 2, 3, 4])
  }

  @Test func `a file whose name is not UTF-8 is renamed, and no other one`() throws {
    let directory = try TemporaryDirectory()
    let other = try directory.file("a", [1])
    let path = directory.path("a\0\u{FF}")
    try Descriptor.create(path).write([2].span)
    try renameFileIfFree(path, to: directory.path("b\0\u{FE}"))
    #expect(try FileSource(at: other).byteCount == 1 && !isTaken(path) && !isTaken(directory.path("b")))
    #expect(isTaken(directory.path("b\0\u{FE}")))
  }

  @Test func `a file whose name is not UTF-8 is sent and read`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("\0\u{FF}é.txt")
    let content: [UInt8] = [5, 6]
    try Descriptor.create(path).write(content.span)
    let url = try #require(URL(string: "file://\(directory.path)/%FF%C3%A9.txt"))
    let source = FileSource(at: url)
    #expect(source.path == path)
    #expect(try source.byteCount == 2)
    #expect(try await bytes(source) == [5, 6])
    #expect(try await bytes(FileSource(at: path, range: 1..<2)) == [6])
    #expect(try FileSource(at: path).identity() == source.identity())
    var names: [[UInt8]] = []
    try forEachName(inFolder: directory.path) { name in names.append(name.indices.map { name[$0] }) }
    #expect(names == [[0xFF, 0xC3, 0xA9] + Array(".txt".utf8)])
    try unlinkFile(path)
    let error = #expect(throws: BodyError.self) { try FileSource(at: url).byteCount }
    #expect(error?.code == .fileMissing)
    #expect(error?.path == path)
    #expect(error?.description.contains("\u{FFFD}é.txt") == true)
  }

  @Test(arguments: ["https://example.com/etc/passwd", "/etc/passwd", "data:,x", "http:/etc/passwd"])
  func `a URL that is not one of a file names no file`(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: BodyError.self) { try FileSource(at: url).byteCount }
  }
}
