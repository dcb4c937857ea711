import SluiceTestSupport
import Testing

/// What `multipart encode` writes for each form of `-F`, byte by byte.
@Suite struct EncodeTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("note.txt", Array("file\r\n\0bytes".utf8))
    try folder.file("semi;colon", Array("s".utf8))
    try folder.file("a \"quote\"", Array("q".utf8))
  }

  private func encode(_ arguments: String...) throws -> Outcome {
    try encode(arguments)
  }

  private func encode(_ arguments: [String]) throws -> Outcome {
    try sluice(["multipart", "encode", "--boundary", "B"] + arguments)
  }

  @Test(arguments: [
    ("a=b", fieldText("a", "b")),
    ("a=", fieldText("a", "")),
    ("a=b=c", fieldText("a", "b=c")),
    ("ä b=ö\r\n\\ü", fieldText("ä b", "ö\r\n\\ü")),
    ("a\"b\\\r\nc=d", fieldText("a%22b\\%0D%0Ac", "d")),
    // In quotes a semicolon is the value's, and a backslash stands before a quote or a backslash.
    (#"a="b;c""#, fieldText("a", "b;c")),
    (#"a="b\"c\\d\e""#, fieldText("a", #"b"c\d\e"#)),
    (#"a="""#, fieldText("a", "")),
    (#"a="@b""#, fieldText("a", "@b")),
    (#"a=b"c""#, fieldText("a", #"b"c""#)),
    (#"a="b"#, fieldText("a", #""b"#)),
    // Delimiters are bytes, whatever combines with them.
    ("a=\u{338}b", fieldText("a", "\u{338}b")),
    ("\u{301}a=b", fieldText("\u{301}a", "b")),
    ("a=\"\u{301};\u{301}\"", fieldText("a", "\u{301};\u{301}")),
  ]) func aValueIsAField(spec: String, part: String) throws {
    let outcome = try encode("-F", spec)
    outcome.expectSuccess()
    #expect(outcome.text == formText(part))
  }

  @Test(arguments: [
    ("text/html", "text/html"),
    ("Text/HTML", "text/html"),
    ("text/plain;charset=utf-8", "text/plain;charset=utf-8"),
    ("text/plain; charset=utf-8; x=\"a; b\"", "text/plain;charset=utf-8;x=\"a; b\""),
  ]) func aTypeHasParameters(type: String, line: String) throws {
    let disposition = "Content-Disposition: form-data; name=\"a\""
    let plain = try encode("-F", "a=b;type=\(type)")
    plain.expectSuccess()
    #expect(plain.text == formText(partText(disposition, "Content-Type: \(line)", body: "b")))
    let named = formText(
      partText("\(disposition); filename=\"f\"", "Content-Type: \(line)", body: "b"))
    #expect(try encode("-F", "a=b;type=\(type);filename=f").text == named)
    #expect(try encode("-F", "a=b; filename=f ; type=\(type)").text.contains("filename=\"f \""))
    #expect(try encode("-F", "a=b;filename=f;type=\(type)").text == named)
  }

  @Test(arguments: [
    ("a=@DIR/note.txt", "note.txt", "text/plain"),
    ("a=@DIR//note.txt;filename=x.png", "x.png", "image/png"),
    ("a=@DIR/note.txt;filename=", "", "application/octet-stream"),
    ("a=@DIR/note.txt;filename=\"\"", "", "application/octet-stream"),
    ("a=@DIR/note.txt;type=a/b", "note.txt", "a/b"),
    (#"a=@"DIR/note.txt";filename="q\"r\\s;t.PNG""#, #"q%22r\s;t.PNG"#, "image/png"),
    ("a=@DIR/note.txt;filename=\u{301}\r\n.txt", "\u{301}%0D%0A.txt", "text/plain"),
    ("a=<DIR/note.txt;filename=x.png", "x.png", "image/png"),
  ]) func aFileHasANameAndAType(spec: String, fileName: String, type: String) throws {
    let outcome = try encode("-F", spec.replacing("DIR", with: folder.path))
    outcome.expectSuccess()
    #expect(
      outcome.text == formText(fileText("a", fileName: fileName, type: type, "file\r\n\0bytes")))
  }

  @Test func aValueWithAFileNameIsAFile() throws {
    let outcome = try encode("-F", "a=b;filename=x.png", "-F", "c=d;filename=y")
    #expect(
      outcome.text
        == formText(
          fileText("a", fileName: "x.png", type: "image/png", "b"), fileText("c", fileName: "y", "d")))
  }

  @Test func pathsWithDelimitersStandInQuotes() throws {
    let outcome = try encode(
      "-F", "a=@\"\(folder.path)/semi;colon\"", "-F", "b=@\(folder.path)/a \"quote\"")
    outcome.expectSuccess()
    #expect(
      outcome.text
        == formText(
          fileText("a", fileName: "semi;colon", "s"), fileText("b", fileName: "a %22quote%22", "q")))
  }

  @Test func aFilesContentIsAField() throws {
    let outcome = try encode("-F", "a=<\(folder.path)/note.txt", "-F", "b=<\(folder.path)/note.txt;type=x/y")
    outcome.expectSuccess()
    #expect(
      outcome.text
        == formText(
          fieldText("a", "file\r\n\0bytes"),
          partText("Content-Disposition: form-data; name=\"b\"", "Content-Type: x/y", body: "file\r\n\0bytes")
        ))
  }

  @Test(arguments: ["@b", "<b", "\"b\"", "b;type=x/y", ";filename=", "", "-F", "\u{301}"])
  func aStringIsTakenAsItIs(value: String) throws {
    let expected = formText(fieldText("a", value))
    for arguments in [["--form-string", "a=\(value)"], ["--form-string=a=\(value)"]] {
      let outcome = try encode(arguments)
      outcome.expectSuccess()
      #expect(outcome.text == expected)
    }
  }

  @Test func partsKeepTheOrderOfTheCommandLine() throws {
    let outcome = try sluice(
      "multipart", "encode", "-F", "z=1", "--form-string", "y=@2", "--boundary=B", "-Fx=3",
      "--form-string=w=4",
      "-F", "z=5", "-F", "--v=6")
    outcome.expectSuccess()
    #expect(
      outcome.text
        == formText(
          fieldText("z", "1"), fieldText("y", "@2"), fieldText("x", "3"), fieldText("w", "4"),
          fieldText("z", "5"), fieldText("--v", "6")))
  }

  @Test func noPartsAreABodyToo() throws {
    let outcome = try encode("--headers")
    #expect(outcome.text == "--B--\r\n")
    #expect(outcome.errors == "Content-Type: multipart/form-data; boundary=B\nContent-Length: 7\n")
  }

  @Test(arguments: [
    ("mixed", "multipart/mixed; boundary=B"),
    ("MIXED", "multipart/mixed; boundary=B"),
    ("x-own", "multipart/x-own; boundary=B"),
    ("related", "multipart/related; boundary=B; type=\"text/plain\""),
  ]) func otherSubtypesHaveNoNames(subtype: String, type: String) throws {
    let outcome = try encode(
      "--subtype", subtype, "--headers", "-F", "a=b", "-F", "c=@\(folder.path)/note.txt")
    let body =
      "--B\r\n\r\nb\r\n--B\r\nContent-Disposition: attachment; filename=\"note.txt\"\r\n"
      + "Content-Type: text/plain\r\n\r\nfile\r\n\0bytes\r\n--B--\r\n"
    #expect(outcome.end == .exited(0))
    #expect(outcome.text == body)
    #expect(outcome.errors == "Content-Type: \(type)\nContent-Length: \(body.utf8.count)\n")
  }

  @Test func boundariesAreRandomAndQuotedWhereTheyMustBe() throws {
    let quoted = try sluice("multipart", "encode", "--boundary", "a b", "--headers")
    #expect(quoted.text == "--a b--\r\n")
    #expect(quoted.errorLines.first == "Content-Type: multipart/form-data; boundary=\"a b\"")
    #expect(try sluice("multipart", "encode").text != sluice("multipart", "encode").text)
  }

  @Test func headersComeBeforeTheBody() throws {
    try folder.file("big", sampleBytes(300_000))
    let outcome = try Run(
      "sh",
      [
        "-c", #"exec "$0" multipart encode --boundary B --headers -F "a=@$1" 2>&1"#, toolPath,
        folder.path("big"),
      ]
    ).finish()
    let head = "Content-Type: multipart/form-data; boundary=B\nContent-Length: 300114\n"
    let startsWithHead = outcome.output.starts(with: head.utf8)
    #expect(startsWithHead)
    #expect(outcome.output.count == head.utf8.count + 300_114)
  }
}
