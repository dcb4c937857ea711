import SluiceMultipart
import Testing

/// The head of a part (RFC 2045, RFC 6266, and in form-data RFC 7578).
@Suite(.timeLimit(.minutes(5))) struct PartHeadTests {
  private static let disposition = "Content-Disposition: form-data; name=\"n\""

  private func headers(
    _ lines: String, form: Bool = false, accepting leniencies: MultipartLeniencies = []
  ) throws -> Transcript {
    let parser = try form ? MultipartParser.form(accepting: leniencies) : .mixed(accepting: leniencies)
    return parser.transcript(of: "--B\r\n\(lines)\r\n\r\n--B--")
  }

  @Test(arguments: [
    ("", []), ("A: b\r\n", ["A: b"]), ("a:\tb c \t\r\nA:\r\n", ["a: b c", "A: "]),
    ("!#$%&'*+-.^_`|~09azAZ: x\r\n", ["!#$%&'*+-.^_`|~09azAZ: x"]),
    ("A: é🎉\u{1}\u{7F}\r\n", ["A: é🎉\u{1}\u{7F}"]),
    ("A: b: c\r\n", ["A: b: c"]), ("--B: x\r\n", ["--B: x"]),
  ]) func `header fields keep their order and spelling`(lines: String, fields: [String]) throws {
    let transcript = try headers(lines)
    #expect(transcript.isWhole, "\(transcript)")
    #expect(transcript.parts.first?.fields == fields)
  }

  @Test(arguments: [
    ("A\r\n", "missing-colon at 5"), ("A b\r\n", "missing-colon at 5"),
    (": b\r\n", "invalid-header-name at 5"),
    ("A : b\r\n", "invalid-header-name at 5"), ("é: b\r\n", "invalid-header-name at 5"),
    ("A: b\rc\r\n", "bare-carriage-return at 9"), ("A: b\r\r\n", "bare-carriage-return at 9"),
    ("A: b\r\nC: \0\r\n", "nul-in-header at 14"), ("\0: b\r\n", "nul-in-header at 5"),
    ("A: b\nC: d\r\n", "bare-line-feed at 9"), (" A: b\r\n", "folded-header at 5"),
    ("A: b\r\n c\r\n", "folded-header at 11"), ("A: b\r\n\tc\r\n", "folded-header at 11"),
    ("Content-Length: x\r\n", "invalid-content-length at 21"),
    ("Content-Length: \r\n", "invalid-content-length at 21"),
    ("Content-Length: -1\r\n", "invalid-content-length at 21"),
    ("Content-Length: +1\r\n", "invalid-content-length at 21"),
    ("Content-Length: 0, 0\r\n", "invalid-content-length at 21"),
    ("Content-Length: 9223372036854775808\r\n", "invalid-content-length at 21"),
    ("Content-Length: 0\r\ncontent-length: 0\r\n", "repeated-header at 40"),
    ("Content-Type: a/b\r\nContent-type: a/b\r\n", "repeated-header at 38"),
    ("Content-Disposition: a\r\nContent-Disposition: a\r\n", "repeated-header at 50"),
    ("Content-Disposition: \r\n", "invalid-disposition at 26"),
    ("Content-Disposition: a; b\r\n", "invalid-disposition at 30"),
    ("Content-Disposition: a; filename=\"b\r\n", "invalid-disposition at 40"),
    ("Content-Disposition: a; filename*=utf-8''%00\r\n", "invalid-file-name at 29"),
    ("Content-Disposition: a; filename*=utf-8''%ff\r\n", "invalid-file-name at 29"),
  ]) func `a malformed header is an error with its byte`(lines: String, failure: String) throws {
    #expect(try headers(lines).failure == failure + " in 0")
  }

  @Test(arguments: ["base64", "quoted-printable", "BASE64 ", "x-gzip", ""])
  func `a coded part of a form is an error, unless that leniency is set`(coding: String) throws {
    let lines = Self.disposition + "\r\nContent-Transfer-Encoding: \(coding)\r\n"
    let offset = 5 + Self.disposition.utf8.count + 2 + "Content-Transfer-Encoding: ".utf8.count
    #expect(try headers(lines, form: true).failure == "transfer-encoded at \(offset) in 0")
    #expect(try headers(lines, form: true, accepting: .transferEncodings).isWhole)
    #expect(try headers(lines).isWhole)
  }

  @Test(arguments: ["7bit", "8bit", "binary", "Binary\t", "7BIT"])
  func `a part of a form may say that it is not coded`(coding: String) throws {
    let lines = Self.disposition + "\r\ncontent-transfer-encoding:\(coding)\r\n"
    #expect(try headers(lines, form: true).isWhole)
    let repeated = lines + "Content-Transfer-Encoding: binary\r\n"
    #expect(try headers(repeated, form: true).failure?.hasPrefix("repeated-header") == true)
  }

  @Test func `a header that is not UTF-8 is an error with its byte`() throws {
    for (bytes, offset) in [([0xFF], 8), ([0x61, 0xC3], 9), ([0xED, 0xA0, 0x80], 8), ([0xC0, 0x80], 8)]
      as [([UInt8], Int)]
    {
      let body = Array("--B\r\nA: ".utf8) + bytes + Array("\r\n\r\n\r\n--B--".utf8)
      #expect(try MultipartParser.mixed().transcript(of: body).failure == "invalid-utf8 at \(offset) in 0")
    }
  }

  @Test(arguments: [
    ("A: b\r\n c\r\n", ["A: b c"]), ("A: b \r\n \t c\r\n\td\r\nE: f\r\n", ["A: b c d", "E: f"]),
    ("A:\r\n b\r\n", ["A:  b"]),
    (
      "Content-Disposition: attachment;\r\n filename=\"a\r\n b\"\r\n",
      ["Content-Disposition: attachment; filename=\"a b\""]
    ),
  ]) func `a folded line becomes one space if that leniency is accepted`(lines: String, fields: [String])
    throws
  {
    for leniencies in [.foldedHeaders, .lenient] as [MultipartLeniencies] {
      #expect(try headers(lines, accepting: leniencies).parts.first?.fields == fields)
    }
    #expect(try headers(" A: b\r\n", accepting: .lenient).failure == "folded-header at 5 in 0")
    #expect(
      try headers(lines, accepting: .lineFeeds).failure?.hasPrefix("folded-header") == true)
  }

  @Test(arguments: [
    ("form-data; name=\"a\"", "a", nil), ("Form-Data;NAME=a", "a", nil), ("form-data; name=\"\"", "", nil),
    ("form-data; name=\"a\"; filename=\"\"", "a", ""), ("form-data; filename=\"f\"; name=\"a\"", "a", "f"),
    ("form-data; name=\"%22%0D%0A\"; filename=\"%0d%0a%41%\"", "\"\r\n", "%0d%0a%41%"),
    (#"form-data; name="a\b"; filename="C:\dir\""#, #"a\b"#, #"C:\dir\"#),
    ("form-data; name=\"a\"; filename=\"b\"; filename*=utf-8''c", "a", "b"),
    ("form-data; name=\"a\"; filename*=utf-8''c", "a", nil),
    ("form-data; name=\"日本\"; filename=\"é🎉.png\"", "日本", "é🎉.png"),
  ]) func `names in a form are unescaped as browsers escape them`(
    value: String, name: String, fileName: String?
  ) throws {
    let transcript = try headers("Content-Disposition: \(value)\r\n", form: true)
    #expect(transcript.isWhole, "\(transcript)")
    #expect(transcript.parts.first?.name == name)
    #expect(transcript.parts.first?.fileName == fileName)
  }

  @Test(arguments: [
    ("", "missing-disposition at 5"), ("X: y\r\n", "missing-disposition at 11"),
    ("Content-Disposition: attachment; name=\"a\"\r\n", "missing-disposition at 26"),
    ("Content-Disposition: form-data\r\n", "missing-name at 26"),
    ("Content-Disposition: form-data; name*=utf-8''a\r\n", "missing-name at 26"),
    ("Content-Disposition: form-data; name=\"a\"b\"\r\n", "invalid-disposition at 45"),
    (#"Content-Disposition: form-data; name="a\"b"c"# + "\r\n", "invalid-disposition at 48"),
  ]) func `a part of a form without a valid disposition and name is an error`(lines: String, failure: String)
    throws
  {
    #expect(try headers(lines, form: true).failure == failure + " in 0")
  }

  @Test(arguments: [
    (#"a\"b"#, #"a"b"#), (#"\""#, #"""#), (#"a\"#, #"a\"#), (#"\"a\""#, #""a""#), (#"a\\b"#, #"a\\b"#),
    (#"C:\dir\file"#, #"C:\dir\file"#), (#"a\\"#, #"a\\"#), (#"a\\\"b"#, #"a\\"b"#),
    (#"a\"; x=\"b"#, #"a"; x="b"#),
  ]) func `in a form, a backslash before a quotation mark escapes it`(written: String, name: String) throws {
    let lines = "Content-Disposition: form-data; name=\"\(written)\"; filename=\"f\"\r\n"
    let transcript = try headers(lines, form: true)
    #expect(transcript.parts.first?.name == name)
    #expect(transcript.parts.first?.fileName == "f")
  }

  @Test func `outside of forms there is no name, and filename* takes precedence`() throws {
    let lines =
      "Content-Disposition: attachment; name=\"n\"; filename=\"a\\\"b%22\"; filename*=UTF-8''%e2%82%ac\r\n"
    #expect(try headers(lines).parts.first?.name == nil)
    #expect(try headers(lines).parts.first?.fileName == "€")
  }

  @Test(arguments: [
    (3, "abc", nil), (0, "", nil), (2, "abc", "content-length-mismatch at 28 in 0"),
    (4, "abc", "content-length-mismatch at 29 in 0"), (0, "a", "content-length-mismatch at 26 in 0"),
    (9, "123456789", nil), (5, "abc\r\n", nil), (3, "abc\r\n", "content-length-mismatch at 29 in 0"),
  ]) func `a part of another length than its Content-Length is an error`(
    length: Int, body: String, failure: String?
  ) throws {
    let text = "--B\r\nContent-Length: \(length)\r\n\r\n\(body)\r\n--B--"
    let transcript = try MultipartParser.mixed().transcript(of: text)
    #expect(transcript.failure == failure)
    if failure == nil { #expect(transcript.bodies == [body]) }
  }
}
