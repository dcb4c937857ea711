import SluiceTestSupport
import Testing

/// The bytes that `multipart encode` writes for each form of `-F`.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct EncodeTests {
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

  /// Expects that each `-F` becomes the part beside it, all in one run.
  private func expectParts(
    _ cases: KeyValuePairs<String, String>, at location: SourceLocation = #_sourceLocation
  )
    throws
  {
    let specs = cases.map { $0.key.replacing("DIR", with: folder.path) }
    let outcome = try encode(specs.flatMap { ["-F", $0] })
    outcome.expectSuccess(at: location)
    for (index, (part, expected)) in zip(outcome.text.formParts, cases.map(\.value)).enumerated() {
      #expect(part == expected, "\(specs[index])", sourceLocation: location)
    }
    #expect(outcome.text == formText(cases.map(\.value)), sourceLocation: location)
  }

  @Test(arguments: ["a=x\r\n--B\r\n\r\ny", "a=--B--", "a=x\r\n--Bx;type=text/plain"])
  func `a value with the boundary is an error, and nothing is written`(spec: String) throws {
    let outcome = try encode("-F", "other=1", "-F", spec)
    outcome.expectFailure(64, "boundary", saying: "boundary")
    #expect(outcome.text.isEmpty)
    try sluice("multipart", "encode", "-F", spec).expectSuccess()
    try encode("-F", "a=--b", "-F", "b=x--B", "-F", spec + ";encoder=base64").expectSuccess()
  }

  @Test func `a value becomes a field`() throws {
    try expectParts([
      "a=b": fieldText("a", "b"),
      "a=": fieldText("a", ""),
      "a=b=c": fieldText("a", "b=c"),
      "ä b=ö\r\n\\ü": fieldText("ä b", "ö\r\n\\ü"),
      "a\"b\\\r\nc=d": fieldText("a%22b\\%0D%0Ac", "d"),
      // In quotes, a semicolon belongs to the value, and a backslash escapes a quote or a backslash.
      #"a="b;c""#: fieldText("a", "b;c"),
      #"a="b\"c\\d\e""#: fieldText("a", #"b"c\d\e"#),
      #"a="""#: fieldText("a", ""),
      #"a="@b""#: fieldText("a", "@b"),
      #"a=b"c""#: fieldText("a", #"b"c""#),
      #"a="b"#: fieldText("a", #""b"#),
      // A delimiter is a Unicode scalar, even if a combining mark follows.
      "a=\u{338}b": fieldText("a", "\u{338}b"),
      "\u{301}a=b": fieldText("\u{301}a", "b"),
      "a=\"\u{301};\u{301}\"": fieldText("a", "\u{301};\u{301}"),
    ])
  }

  @Test func `a type can have parameters`() throws {
    let disposition = "Content-Disposition: form-data; name=\"a\""
    func part(_ type: String) -> String { partText(disposition, "Content-Type: \(type)", body: "b") }
    func file(_ type: String) -> String { fileText("a", fileName: "f", type: type, "b") }
    try expectParts([
      "a=b;type=text/html": part("text/html"),
      "a=b;type=Text/HTML": part("text/html"),
      "a=b;type=\"text/html\"": part("text/html"),
      "a=b;type=text/plain;charset=utf-8": part("text/plain;charset=utf-8"),
      "a=b;type=text/plain; charset=utf-8; x=\"a; b\"": part("text/plain;charset=utf-8;x=\"a; b\""),
      "a=b;type=text/plain; charset=utf-8;filename=f": file("text/plain;charset=utf-8"),
      "a=b; filename=f; type=x/y": file("x/y"),
    ])
  }

  @Test func `a file has a name and a type`() throws {
    let content = "file\r\n\0bytes"
    try expectParts([
      "a=@DIR/note.txt": fileText("a", fileName: "note.txt", type: "text/plain", content),
      "a=@DIR//note.txt;filename=x.png": fileText("a", fileName: "x.png", type: "image/png", content),
      "a=@DIR/note.txt;filename=": fileText("a", fileName: "", type: "text/plain", content),
      "a=@DIR/note.txt;filename=\"\"": fileText("a", fileName: "", type: "text/plain", content),
      "a=@DIR/note.txt;type=x/y": fileText("a", fileName: "note.txt", type: "x/y", content),
      #"a=@"DIR/note.txt";filename="q\"r\\s;t.PNG""#:
        fileText("a", fileName: #"q%22r\s;t.PNG"#, type: "image/png", content),
      "a=@DIR/note.txt;filename=\u{301}\r\n.txt":
        fileText("a", fileName: "\u{301}%0D%0A.txt", type: "text/plain", content),
      // A path with a delimiter is quoted.
      "a=@\"DIR/semi;colon\"": fileText("a", fileName: "semi;colon", "s"),
      "a=@DIR/a \"quote\"": fileText("a", fileName: "a %22quote%22", "q"),
      // Any part with a file name is a file.
      "a=<DIR/note.txt;filename=x.png": fileText("a", fileName: "x.png", type: "image/png", content),
      "a=b;filename=x.png": fileText("a", fileName: "x.png", type: "image/png", "b"),
      "a=b;filename=x": fileText("a", fileName: "x", "b"),
    ])
  }

  @Test func `the content of a file can be a field`() throws {
    let disposition = "Content-Disposition: form-data; name=\"a\""
    try expectParts([
      "a=<DIR/note.txt": partText(disposition, body: "file\r\n\0bytes"),
      "a=<DIR/note.txt;type=x/y": partText(disposition, "Content-Type: x/y", body: "file\r\n\0bytes"),
    ])
  }

  @Test func `--form-string takes its value as it is`() throws {
    let values = ["@b", "<b", "\"b\"", "b;type=x/y", ";filename=", "", "-F", "\u{301}"]
    let outcome = try encode(values.flatMap { ["--form-string", "a=\($0)", "--form-string=a=\($0)"] })
    outcome.expectSuccess()
    #expect(outcome.text == formText(values.flatMap { [fieldText("a", $0), fieldText("a", $0)] }))
  }

  @Test func `parts keep the order of the command line`() throws {
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

  @Test func `a form without parts is a closing boundary`() throws {
    let outcome = try encode("--headers")
    #expect(outcome.text == "--B--\r\n")
    #expect(outcome.errors == "Content-Type: multipart/form-data; boundary=B\nContent-Length: 7\n")
  }

  @Test(arguments: [
    ("mixed", "multipart/mixed; boundary=B"),
    ("MIXED", "multipart/mixed; boundary=B"),
    ("x-own", "multipart/x-own; boundary=B"),
    ("related", "multipart/related; boundary=B; type=\"text/plain\""),
  ]) func `parts of other subtypes have no names`(subtype: String, type: String) throws {
    let outcome = try encode(
      "--subtype", subtype, "--headers", "-F", "a=b", "-F", "c=@\(folder.path)/note.txt")
    let body =
      "--B\r\n\r\nb\r\n--B\r\nContent-Disposition: attachment; filename=\"note.txt\"\r\n"
      + "Content-Type: text/plain\r\n\r\nfile\r\n\0bytes\r\n--B--\r\n"
    #expect(outcome.end == .exited(0))
    #expect(outcome.text == body)
    #expect(outcome.errors == "Content-Type: \(type)\nContent-Length: \(body.utf8.count)\n")
  }

  @Test func `a boundary is random by default and quoted if necessary`() throws {
    let quoted = try sluice("multipart", "encode", "--boundary", "a b", "--headers")
    #expect(quoted.text == "--a b--\r\n")
    #expect(quoted.errorLines.first == "Content-Type: multipart/form-data; boundary=\"a b\"")
    #expect(try sluice("multipart", "encode").text != sluice("multipart", "encode").text)
  }

  @Test func `headers are written before the body`() throws {
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
