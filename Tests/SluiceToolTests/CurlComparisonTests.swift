import SluiceTestSupport
import Testing

/// The same `-F` given to curl makes the same body, but for the boundary.
@Suite(.enabled(if: isInstalled("curl"))) struct CurlComparisonTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("note.txt", Array("file\r\n\0bytes".utf8))
    try folder.file("semi;colon \"é\\.PNG", Array("s".utf8))
    try folder.file("empty")
    server = try UploadServer()
  }

  /// What curl sends for these arguments, then what the tool does.
  private func bodies(_ arguments: [String]) throws -> [String] {
    let arguments = arguments.map { $0.replacing("DIR", with: folder.path) }
    let curl = try Run(
      "curl", ["-sS", "-m", "30", server.url] + arguments, input: .bytes(Array("input".utf8))
    ).finish()
    curl.expectSuccess()
    try sluice(["upload", server.url] + arguments, input: .bytes(Array("input".utf8))).expectSuccess()
    return server.requests.map(\.form)
  }

  @Test(arguments: [
    ["-F", "a=b", "-F", "c="],
    ["-F", "a=b=c;type=text/html", "-F", "ä=ö\n\\ü"],
    ["-F", "a=\"b;\\\"c\\\\\";filename=\"x\\\"y\\\\z.bin2\";type=a/b"],
    ["-F", "a\"b\\c=d"],
    ["-F", "a=@DIR/note.txt"],
    ["-F", "a=@DIR/note.txt;type=x/y;filename=z", "-F", "b=@DIR/empty"],
    ["-F", "a=@DIR/note.txt; filename=z.png"],
    ["-F", "a=@\"DIR/semi;colon \\\"é\\\\.PNG\""],
    ["-F", "a=@DIR/note.txt;filename=\"\";type=x/y"],
    ["-F", "a=<DIR/note.txt", "-F", "b=<DIR/note.txt;type=x/y", "-F", "c=<DIR/empty"],
    ["-F", "a=b;filename=f.txt"],
    ["-F", "a=@-;type=x/y", "-F", "b=c"],
    ["-F", "a=<-"],
    ["--form-string", "a=@b;type=<\"", "-F", "b=c", "--form-string", "d=e"],
  ]) func bodiesAreTheSame(arguments: [String]) throws {
    let bodies = try bodies(arguments)
    try #require(bodies.count == 2)
    #expect(bodies[0] == bodies[1])
  }

  /// Where they differ, and why.
  @Test(arguments: [
    // A value is not altered; curl drops blanks around it.
    ("a= b\n ", "b", " b\n "),
    // A media type is read and written as the WHATWG MIME Sniffing standard says; curl sends its text.
    ("a=b;type=Text/HTML; charset=utf-8", "Text/HTML; charset=utf-8", "text/html;charset=utf-8"),
    // A file always has a type; curl's has none where it is text, or standard input, and no extension tells.
    ("a=b;filename=f", "filename=\"f\"", "filename=\"f\"\r\nContent-Type: application/octet-stream"),
    ("a=@-", "filename=\"-\"", "filename=\"-\"\r\nContent-Type: application/octet-stream"),
    // An empty file name says nothing of the type; curl goes by the path.
    ("a=@DIR/note.txt;filename=\"\"", "text/plain", "application/octet-stream"),
    // More extensions are known.
    ("a=@DIR/empty;filename=a.zip", "application/octet-stream", "application/zip"),
  ]) func differencesAreMeant(spec: String, curls: String, ours: String) throws {
    let bodies = try bodies(["-F", spec])
    try #require(bodies.count == 2)
    #expect(bodies[0] != bodies[1])
    #expect(bodies[0].replacing(curls, with: ours) == bodies[1])
  }
}
