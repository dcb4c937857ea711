import SluiceTestSupport
import Testing

/// Comparison of bodies with curl's for the same `-F`, except for the boundary.
@Suite(.ownThreads, .timeLimit(.minutes(5)), .enabled(if: isInstalled("curl"))) struct CurlComparisonTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("note.txt", Array("file\r\n\0bytes".utf8))
    try folder.file("semi;colon \"é\\.PNG", Array("s".utf8))
    try folder.file("empty")
    server = try UploadServer()
  }

  /// Returns the parts that curl and the tool send for each `-F` or `--form-string`.
  private func parts(_ arguments: [String]) throws -> [(curls: String, ours: String)] {
    let arguments = arguments.map { $0.replacing("DIR", with: folder.path) }
    let input = Run.Stream.bytes(Array("input".utf8))
    // curl uses its own libcurl, even if another one is under test.
    try Run(
      "env", ["-u", "LD_LIBRARY_PATH", "curl", "-sS", "-m", "30", server.url] + arguments, input: input,
      output: .null
    ).finish().expectSuccess()
    try sluice(["upload", server.url] + arguments, input: input).expectSuccess()
    let forms = server.requests.map(\.form.formParts)
    try #require(
      forms.count == 2 && forms[0].count == forms[1].count && forms[0].count == arguments.count / 2)
    return Array(zip(forms[0], forms[1]))
  }

  @Test func `parts are the same as curl's`() throws {
    let parts = try parts([
      "-F", "a=b", "-F", "c=", "-F", "a=b=c;type=text/html", "-F", "ä=ö\n\\ü", "-F", "a\"b\\c=d",
      "-F", "a=\"b;\\\"c\\\\\";filename=\"x\\\"y\\\\z.bin2\";type=a/b",
      "-F", "a=@DIR/note.txt",
      "-F", "a=@DIR/note.txt;type=x/y;filename=z",
      "-F", "a=@DIR/note.txt; filename=z.png",
      "-F", "a=@DIR/note.txt;filename=z",
      "-F", "a=@DIR/note.txt;filename=\"\"",
      "-F", "b=@DIR/empty",
      "-F", "a=@\"DIR/semi;colon \\\"é\\\\.PNG\"",
      "-F", "a=@DIR/note.txt;filename=\"\";type=x/y",
      "-F", "a=<DIR/note.txt",
      "-F", "b=<DIR/note.txt;type=x/y",
      "-F", "c=<DIR/empty",
      "-F", "a=b;filename=f.txt",
      "--form-string", "a=@b;type=<\"",
      "-F", "b=c",
      "--form-string", "d=e",
      "-F", "a=<-",
    ])
    for (curls, ours) in parts { #expect(curls == ours) }
  }

  @Test func `headers and encoders give the same parts as curl's`() throws {
    try folder.file(
      "headers.txt", Array("X-A: 1\n# comment\n\nX-B: 2\r\n folded\n\tagain  \nX-C: 3  \n".utf8))
    try folder.file("bytes", (0..<20).flatMap { _ in 0...UInt8.max })
    // Lines of all lengths around the limit, which end in a blank, a CRLF, a LF, or neither.
    let lines = (70...80).flatMap { count in
      ["", " ", "\t", "=", "é", "\r"].flatMap { end in
        ["\r\n", "\n", "x\r\n"].map { String(repeating: "x", count: count) + end + $0 }
      }
    }
    try folder.file("lines.txt", Array(lines.joined().utf8))
    var specs = [
      "a=v;headers=\"X-A: 1\"", "a=v;headers=X-A: 1", "a=v;headers=\"X-A: 1\";headers=\"X-B: ä\"",
      "a=v;headers=@DIR/headers.txt", "a=v;headers=<DIR/headers.txt",
      "a=v; headers=\"X: \\\"q\\\" \\\\ \\z  \"",
      "a=@DIR/note.txt;headers=\"X-A: 1\";type=text/plain;filename=q", "a=v;headers=\"Content-Type: text/x\"",
      "a=v;type=text/a;headers=\"Content-Type: text/x\"", "a=@DIR/note.txt;headers=\"Content-Type: text/x\"",
      "a=v;headers=\"X: y\";encoder=base64;headers=\"Z: z\"",
      "a=v;encoder=base64;headers=\"Content-Transfer-Encoding: foo\"", "a=;encoder=base64",
      "a=v;type=text/plain;charset=x;encoder=8bit", "a=v;encoder=8bit ;filename=x.txt", "a=v;encoder=BASE64",
    ]
    for encoder in ["base64", "quoted-printable", "8bit", "binary"] {
      specs += ["a=hello wörld", "a=@DIR/bytes", "a=<DIR/lines.txt", "a=@DIR/lines.txt", "a=<DIR/note.txt"]
        .map {
          "\($0);encoder=\(encoder)"
        }
    }
    specs += ["a=hello;encoder=7bit", "a=@DIR/note.txt;encoder=7bit", "a=@DIR/empty;encoder=base64"]
    // As last bytes: what ends the data, and what would continue a line break.
    for end in [" ", "\t", "\r", "\r\n", " \r", "=", String(repeating: "x", count: 76)] {
      let name = "end-\(specs.count).txt"
      try folder.file(name, Array("text\(end)".utf8))
      specs.append("a=@DIR/\(name);encoder=quoted-printable")
    }
    for (part, spec) in zip(try parts(specs.flatMap { ["-F", $0] }), specs) {
      // curl 8.23 keeps the second break of a folded line.
      #expect(part.curls.replacing("folded\r\n\t", with: "folded\t") == part.ours, "\(spec)")
    }
  }

  @Test func `parts differ from curl's only in intended ways`() throws {
    let differences = [
      // A value is not altered; curl drops blanks after it, and before 8.23 line breaks, and blanks before it.
      ("a=b ", "b", "b "),
      // A media type is normalized as the WHATWG MIME Sniffing standard says; curl sends its text.
      ("a=b;type=Text/HTML; charset=utf-8", "Text/HTML; charset=utf-8", "text/html;charset=utf-8"),
      // A file always has a type; curl's has none if it is a value or standard input without a known extension.
      ("a=b;filename=f", "filename=\"f\"", "filename=\"f\"\r\nContent-Type: application/octet-stream"),
      ("a=@-", "filename=\"-\"", "filename=\"-\"\r\nContent-Type: application/octet-stream"),
      // More extensions are known.
      ("a=@DIR/empty;filename=a.zip", "application/octet-stream", "application/zip"),
    ]
    let parts = try parts(differences.flatMap { ["-F", $0.0] } + ["-F", "a= b\n "])
    for ((spec, curls, ours), part) in zip(differences, parts) {
      #expect(part.curls != part.ours, "\(spec)")
      #expect(part.curls.replacing(curls, with: ours) == part.ours, "\(spec)")
    }
    #expect(parts.last?.ours.hasSuffix("\r\n\r\n b\n ") == true)
  }
}
