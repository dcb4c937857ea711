import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// The media type and the file name that a part is sent with.
@Suite(.timeLimit(.minutes(5))) struct PartTypeTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func disposition(_ fileName: String) -> String {
    "Content-Disposition: form-data; name=\"n\"; filename=\"\(fileName)\""
  }

  @Test func `a field has no type unless it is given one`() async throws {
    #expect(try await head(of: FormField("n", "{}")) == "Content-Disposition: form-data; name=\"n\"")
    let path = try directory.file("a.json")
    #expect(
      try await head(of: FormField("n", .file(at: path))) == "Content-Disposition: form-data; name=\"n\"")
    #expect(
      try await head(of: FormField("n", "{}", contentType: .json))
        == "Content-Disposition: form-data; name=\"n\"\r\nContent-Type: application/json")
  }

  static let types: [(fileName: String, type: String)] = [
    ("a.png", "image/png"),
    ("a.PNG", "image/png"),
    ("a.pNg", "image/png"),
    ("a.tar.gz", "application/gzip"),
    ("a.txt", "text/plain"),
    ("a.mov", "video/quicktime"),
    ("a.json", "application/json"),
    ("a", "application/octet-stream"),
    ("", "application/octet-stream"),
    ("a.", "application/octet-stream"),
    (".png", "application/octet-stream"),
    ("a.unheard-of", "application/octet-stream"),
    ("a.png.", "application/octet-stream"),
    ("a.pn\u{131}g", "application/octet-stream"),
  ]

  @Test(arguments: types)
  func `a file's type comes from its name's extension`(_ fileName: String, _ type: String) async throws {
    let expected = "\(disposition(fileName))\r\nContent-Type: \(type)"
    #expect(try await head(of: FormFile("n", .bytes([]), fileName: fileName)) == expected)
    // A file on disk is sent with the given name, not its own.
    let path = try directory.file("own")
    #expect(try await head(of: FormFile("n", at: path, fileName: fileName)) == expected)
  }

  @Test(arguments: [
    ("a", "image/gif"), ("", "image/gif"), ("a.unheard-of", "image/gif"), ("a.png", "image/png"),
  ]) func `a name without a known extension has the type of the path's`(fileName: String, type: String)
    async throws
  {
    let path = try directory.file("own.gif")
    let expected = "\(disposition(fileName))\r\nContent-Type: \(type)"
    #expect(try await head(of: FormFile("n", at: path, fileName: fileName)) == expected)
    #expect(try await head(of: FormFile("n", at: path, range: 0..<0, fileName: fileName)) == expected)
    #expect(try await head(of: FormFile("n", .file(at: path), fileName: fileName)) == expected)
    let slow = AnyBody.throttled(.file(at: path), maximumRate: 1000)
    #expect(try await head(of: FormFile("n", slow, fileName: fileName)) == expected)
  }

  @Test func `a given type is sent with its parameters instead of the extension's`() async throws {
    let type = MediaType("text/html; charset=\"utf-8\"; x=\"a b\"")
    #expect(
      try await head(of: FormFile("n", .bytes([]), fileName: "a.png", contentType: type))
        == "\(disposition("a.png"))\r\nContent-Type: text/html;charset=utf-8;x=\"a b\"")
  }

  @Test(arguments: ["Content-Type", "content-type", "CONTENT-TYPE"])
  func `a Content-Type header replaces the type of the extension`(_ name: String) async throws {
    #expect(
      try await head(of: FormFile("n", .bytes([]), fileName: "a.png", headers: ["X": "y", name: "a/b; c"]))
        == "\(disposition("a.png"))\r\nX: y\r\n\(name): a/b; c")
  }

  static let paths: [(path: String, fileName: String)] = [
    ("/data/holiday.mov", "holiday.mov"),
    ("holiday.mov", "holiday.mov"),
    ("./a/../b.txt", "b.txt"),
    ("/data/a\\b.txt", "a\\b.txt"),
    ("/data/\u{301}a", "\u{301}a"),
    ("/data/a/", "a"),
    ("//a//b//", "b"),
    ("/", "/"),
    ("", ""),
  ]

  @Test(arguments: paths)
  func `a file's name is its path's last component`(_ path: String, _ fileName: String) {
    #expect(FormFile("n", at: path).part.fileName.map { Array($0.utf8) } == Array(fileName.utf8))
    #expect(FormFile("n", at: path, fileName: "other").part.fileName == "other")
  }

  @Test func `a range of a file is sent as a file`() async throws {
    let path = try directory.file("a.txt", Array("0123456789".utf8))
    let form = MultipartForm(boundary: try .init(parsing: "B")) { FormFile("n", at: path, range: 2..<5) }
    #expect(
      try await form.text()
        == "--B\r\n\(disposition("a.txt"))\r\nContent-Type: text/plain\r\n\r\n234\r\n--B--\r\n")
  }
}
