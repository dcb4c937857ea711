import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// The exact bytes of forms (RFC 2046 §5.1, RFC 7578).
@Suite(.timeLimit(.minutes(5))) struct WireFormatTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a form is delimiters, heads and bodies`() async throws {
    let path = try directory.file("holiday.mov", [0, 13, 10, 255])
    let form = MultipartForm(boundary: try .init(parsing: "B")) {
      FormField("title", "Holiday")
      FormFile("video", at: path)
      FormField("empty", "")
    }
    var expected = Array(
      """
      --B\r
      Content-Disposition: form-data; name="title"\r
      \r
      Holiday\r
      --B\r
      Content-Disposition: form-data; name="video"; filename="holiday.mov"\r
      Content-Type: video/quicktime\r
      \r

      """.utf8)
    expected += [0, 13, 10, 255]
    expected += Array(
      """
      \r
      --B\r
      Content-Disposition: form-data; name="empty"\r
      \r
      \r
      --B--\r

      """.utf8)
    #expect(try await form.bytes() == expected)
    #expect(try form.byteCount == Int64(expected.count))
  }

  @Test(arguments: [MultipartForm.Subtype.formData, .mixed, .related])
  func `a form without parts is its closing delimiter`(_ subtype: MultipartForm.Subtype) async throws {
    let form = MultipartForm(subtype, boundary: try .init(parsing: "B"))
    #expect(try await form.text() == "--B--\r\n")
    #expect(try form.byteCount == 7)
    #expect(form.isReplayable)
  }

  @Test(arguments: [
    "", "\r\n", "\n", "a\nb", "--B", "\r\n--B--\r\n", "\"%22\\", "grüße 🎉", "\0", " a ", "e\u{301}",
  ])
  func `a field's value is sent unaltered`(_ value: String) async throws {
    let form = MultipartForm(boundary: try .init(parsing: "B")) { FormField("n", value) }
    let expected = Array(
      "--B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n\(value)\r\n--B--\r\n".utf8)
    #expect(try await form.bytes() == expected)
  }

  static let names: [(name: String, sent: String)] = [
    ("a", "a"),
    ("", ""),
    ("a b;c=d", "a b;c=d"),
    ("\"", "%22"),
    ("say \"hi\"", "say %22hi%22"),
    ("a\rb", "a%0D%0Ab"),
    ("a\nb", "a%0D%0Ab"),
    ("a\r\nb", "a%0D%0Ab"),
    ("a\n\rb", "a%0D%0A%0D%0Ab"),
    ("a\r\r\nb", "a%0D%0A%0D%0Ab"),
    ("a\r\n\nb", "a%0D%0A%0D%0Ab"),
    ("\r", "%0D%0A"),
    ("\r\n", "%0D%0A"),
    ("\r\"\n", "%0D%0A%22%0D%0A"),
    ("\\", "\\"),
    ("a\\\"b", "a\\%22b"),
    ("%22", "%22"),
    ("100%", "100%"),
    ("%0D%0A", "%0D%0A"),
    ("grüße", "grüße"),
    ("e\u{301}", "e\u{301}"),
    ("\u{e9}", "\u{e9}"),
    ("日本 🎉", "日本 🎉"),
    ("\u{301}", "\u{301}"),
    ("\r\n\u{301}", "%0D%0A\u{301}"),
    ("\"\u{301}", "%22\u{301}"),
    ("\u{85}\u{2028}\u{b}\t\u{7f}", "\u{85}\u{2028}\u{b}\t\u{7f}"),
  ]

  @Test(arguments: names)
  func `quotes in names are escaped, and each line break is an escaped CRLF`(_ name: String, _ sent: String)
    async throws
  {
    let head = try await head(of: FormField(name, ""))
    #expect(Array(head.utf8) == Array("Content-Disposition: form-data; name=\"\(sent)\"".utf8))
  }

  static let fileNames: [(name: String, sent: String)] = [
    ("a.bin", "a.bin"),
    ("", ""),
    ("\"", "%22"),
    ("a\rb", "a%0Db"),
    ("a\nb", "a%0Ab"),
    ("a\r\nb", "a%0D%0Ab"),
    ("a\n\rb", "a%0A%0Db"),
    ("a\r\r\nb", "a%0D%0D%0Ab"),
    ("a\\\"b", "a\\%22b"),
    ("%22", "%22"),
    ("C:\\a b;c=d", "C:\\a b;c=d"),
    ("../../etc/passwd", "../../etc/passwd"),
    ("grüße 🎉", "grüße 🎉"),
    ("\r\n\u{301}", "%0D%0A\u{301}"),
  ]

  @Test(arguments: fileNames)
  func `quotes and line breaks in file names are escaped as they are`(
    _ fileName: String, _ sent: String
  ) async throws {
    let head = try await head(of: FormFile("n", .bytes([]), fileName: fileName, contentType: .json))
    let expected =
      "Content-Disposition: form-data; name=\"n\"; filename=\"\(sent)\"\r\nContent-Type: application/json"
    #expect(Array(head.utf8) == Array(expected.utf8))
  }

  @Test func `headers keep their order, case and repetitions`() async throws {
    let part = MultipartForm.Part(
      "n", .bytes([]), contentType: .plainText,
      headers: ["X-b": "2", "x-A": "1", "X-b": "3", "X-Empty": "", "X-Text": "ü;\t\"\\"])
    #expect(
      try await head(of: part) == """
        Content-Disposition: form-data; name="n"\r
        Content-Type: text/plain\r
        X-b: 2\r
        x-A: 1\r
        X-b: 3\r
        X-Empty: \r
        X-Text: ü;\t"\\
        """)
  }

  @Test(arguments: [MultipartForm.Subtype.mixed, .related])
  func `other subtypes send no names, and a file name makes an attachment`(
    _ subtype: MultipartForm.Subtype
  ) async throws {
    #expect(
      try await head(of: MultipartForm.Part("n", .bytes([]), headers: ["X": "y"]), in: subtype) == "X: y")
    #expect(
      try await head(of: MultipartForm.Part("n", .bytes([]), fileName: "f\"\r"), in: subtype)
        == "Content-Disposition: attachment; filename=\"f%22%0D\"")
    let own = MultipartForm.Part(nil, .bytes([]), headers: ["content-disposition": "inline"])
    #expect(try await head(of: own, in: subtype) == "content-disposition: inline")
  }

  @Test func `a part without headers has an empty head`() async throws {
    let form = MultipartForm(
      .mixed, boundary: try .init(parsing: "B"), parts: [MultipartForm.Part(nil, .text("a"))])
    #expect(try await form.text() == "--B\r\n\r\na\r\n--B--\r\n")
  }
}
