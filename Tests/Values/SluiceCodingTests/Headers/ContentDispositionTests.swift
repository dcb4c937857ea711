import SluiceCoding
import SluiceTestSupport
import Testing

/// Content-Disposition in the profiles of RFC 6266 and RFC 7578.
@Suite(.timeLimit(.minutes(5))) struct ContentDispositionTests {
  @Test(
    arguments: [
      ("inline", "inline", nil), ("ATTACHMENT", "attachment", nil), (" attachment ; ", "attachment", nil),
      ("attachment; filename=a.txt", "attachment", "a.txt"),
      ("attachment;FILENAME=\"a b\"", "attachment", "a b"),
      ("attachment; filename=\"\"", "attachment", ""),
      (#"attachment; filename="\"\\\a""#, "attachment", #""\a"#),
      ("attachment; filename = \"a\"\t;x=y", "attachment", "a"),
      ("attachment; filename=\"a;b\"", "attachment", "a;b"),
      ("attachment; filename=\"a%22%41\"", "attachment", "a%22%41"),
      ("attachment; filename=\"é日\"", "attachment", "é日"),
      ("attachment; filename*=UTF-8''%e2%82%ac%20rates", "attachment", "€ rates"),
      ("attachment; filename=\"EURO\"; filename*=utf-8'en'%E2%82%AC", "attachment", "€"),
      ("attachment; filename*=utf-8''a; filename=b", "attachment", "a"),
      ("attachment; filename*=iso-8859-1''%A3", "attachment", "£"),
      ("attachment; filename*=utf-8''", "attachment", ""),
      // Without the hyphen, as some servers write it.
      ("attachment; filename*=utf8''na%C3%AFve; filename=b", "attachment", "naïve"),
      ("attachment; filename=b; filename*=UTF8'en'%E2%82%AC", "attachment", "€"),
      // Not of RFC 8187's form: ignored.
      ("attachment; filename*=koi8-r''%c1; filename=b", "attachment", "b"),
      ("attachment; filename*=utf_8''a; filename=b", "attachment", "b"),
      ("attachment; filename*=utf''a; filename=b", "attachment", "b"),
      ("attachment; filename*=iso8859-1''%A3; filename=b", "attachment", "b"),
      ("attachment; filename*=utf-8''%4; filename=b", "attachment", "b"),
      ("attachment; filename*=utf-8''%zz", "attachment", nil),
      ("attachment; filename*=utf-8'a; filename=b", "attachment", "b"),
      ("attachment; filename*=utf-8; filename=b", "attachment", "b"),
      ("attachment; filename*=\"utf-8''a b\"; filename=b", "attachment", "b"),
      ("attachment; filename*0=a; filename*1=b", "attachment", nil),
      ("attachment;;; filename=a;;", "attachment", "a"), ("form-data; name=n", "form-data", nil),
    ] as [(String, String, String?)])
  func `RFC 6266: tokens and quoted strings are read, and filename* takes precedence`(
    text: String, type: String, fileName: String?
  ) throws {
    let disposition = try ContentDisposition(parsing: text)
    #expect(disposition.type == type)
    #expect(disposition.fileName == fileName)
  }

  @Test(
    arguments: [
      ("form-data; name=\"a\"", "a", nil), ("form-data; name=a; filename=b", "a", "b"),
      ("form-data; name=\"%22%0D%0A\"; filename=\"%22%0D%0A\"", "\"\r\n", "\"\r\n"),
      ("form-data; name=\"%0d%0a%41%2522%\"", "%0d%0a%41%2522%", nil), ("form-data; name=%22", "%22", nil),
      (#"form-data; name="\"; filename="C:\a\\b""#, #"\"#, #"C:\a\\b"#),
      ("form-data; name=\"a\"; filename=\"b\"; filename*=utf-8''c", "a", "b"),
      ("form-data; name=\"a\"; filename*=utf-8''%00", "a", nil), ("form-data", nil, nil),
      ("form-data; x=\"%22\"; name=\"é;=\"", "é;=", nil),
      // Quoted pairs (RFC 2045), as Go and curl --form-escape write them.
      (#"form-data; name="a\"b"; filename="\"c\"""#, #"a"b"#, #""c""#),
      (#"form-data; name="a\"; filename=\"x"; filename="\"; \"""#, #"a"; filename="x"#, #""; ""#),
      (#"form-data; name="a\\"; filename="\\\"b\\\\""#, #"a\\"#, #"\\"b\\\\"#),
      (#"form-data; name="C:\dir\file"; filename="\\host\x%22\y""#, #"C:\dir\file"#, #"\\host\x"\y"#),
      // A backslash at the end, as browsers write it.
      (#"form-data; name="a\""#, #"a\"#, nil), (#"form-data; name="a\\\"; filename="b\""#, #"a\\\"#, #"b\"#),
    ] as [(String, String?, String?)])
  func `RFC 7578: only %22, %0D, %0A and quoted quotation marks are escapes, and filename* is ignored`(
    text: String, name: String?, fileName: String?
  ) throws {
    let disposition = try ContentDisposition(parsing: text, as: .formData)
    #expect(disposition.name == name)
    #expect(disposition.fileName == fileName)
  }

  @Test
  func `parameters keep their order and spelling, with names in lower case`() throws {
    let disposition = try ContentDisposition(parsing: "a; Z=1; filename*=UTF-8''x; y=\"\\\"\"")
    #expect(disposition.parameters.map(\.name) == ["z", "filename*", "y"])
    #expect(disposition.parameters.map(\.value) == ["1", "UTF-8''x", "\""])
    #expect(disposition["Y"] == "\"")
    #expect(disposition["n"] == nil)
  }

  @Test(
    arguments: [
      ("", ErrorCode.missingType, 0), (" ", .missingType, 1), ("=a", .missingType, 0),
      (";a=b", .missingType, 0),
      ("\"attachment\"", .missingType, 0), ("é", .missingType, 0),
      ("a b", .malformedParameter, 2), ("a, b", .malformedParameter, 1), ("a; b", .malformedParameter, 4),
      ("a; b;", .malformedParameter, 4), ("a; =c", .malformedParameter, 3), ("a; b=", .malformedParameter, 5),
      ("a; b=;", .malformedParameter, 5), ("a; b=c d", .malformedParameter, 7),
      ("a; b=é", .malformedParameter, 5),
      ("a; b=\"c", .malformedParameter, 7), ("a; b=\"c\"d", .malformedParameter, 8),
      ("a; b=c\"", .malformedParameter, 6),
      ("a; b=\"\0\"", .malformedParameter, 6), ("a; b=\"\r\n\"", .malformedParameter, 6),
      ("a\0", .malformedParameter, 1), ("a; b c=d", .malformedParameter, 5),
      ("a; b=c; b=d", .repeatedParameter, 8), ("a; b=c; B=\"c\"", .repeatedParameter, 8),
      ("a;filename=x;filename=x", .repeatedParameter, 13),
    ])
  func `a malformed value is an error with its byte, in all profiles`(
    text: String, code: ErrorCode, offset: Int
  ) {
    for profile in [ContentDisposition.Profile.http, .formData] {
      let error = #expect(throws: HeaderError.self) { try ContentDisposition(parsing: text, as: profile) }
      #expect(error?.code == code)
      #expect(error?.byteOffset == offset)
    }
  }

  @Test
  func `control characters in names are accepted in form-data only`() throws {
    #expect(try ContentDisposition(parsing: "a; name=\"\u{1}\u{7F}\"", as: .formData).name == "\u{1}\u{7F}")
    #expect(throws: HeaderError.self) { try ContentDisposition(parsing: "a; name=\"\u{1}\"") }
    #expect(throws: HeaderError.self) { try ContentDisposition(parsing: "a; name=\"\\\u{7F}\"") }
  }

  @Test(
    arguments: ["%00", "a%0D", "%0Ab", "%ff", "%C3"])
  func `a file name with NUL, CR or LF or not in UTF-8 is an error`(escaped: String) {
    for charset in ["utf-8", "utf8"] {
      let error = #expect(throws: HeaderError.self) {
        try ContentDisposition(parsing: "attachment; filename*=\(charset)''\(escaped)")
      }
      #expect(error?.code == .invalidFileName)
      #expect(error?.byteOffset == 12)
    }
  }

  @Test(
    .enabled(if: ScriptOracle.python3.isInstalled, "needs python3"))
  func `Python reads the same file names`() throws {
    let values = [
      "attachment; filename=a.txt", "attachment; filename=\"a b.txt\"", #"attachment; filename="a\"b\\c""#,
      "attachment; filename=\"a;b\"", "attachment; filename*=UTF-8''%e2%82%ac%20rates", "inline",
      "attachment; x=y",
      "attachment; filename*=iso-8859-1'en'%A3", "attachment; FileName=\"%22\"",
    ]
    let theirs: [String?] = try ScriptOracle.python3.run(
      """
      import json
      from email.message import Message
      def read(value):
          message = Message()
          message['Content-Disposition'] = value
          return message.get_filename()
      print(json.dumps([read(value) for value in input]))
      """, input: values)
    #expect(try values.map { try ContentDisposition(parsing: $0).fileName } == theirs)
  }

  @Test(
    arguments: ["\\", ";", "\"", "\\\"", " ", "a=b;", "%22", "%0", "="])
  func `hostile values are read in linear time`(piece: String) {
    for start in ["a", "a; b=\"", "a; b=", "a; filename*=utf-8''"] {
      for profile in [ContentDisposition.Profile.http, .formData] {
        func shortest(_ count: Int) -> Duration {
          let text = start + String(repeating: piece, count: count)
          return (0..<3).map { _ in
            ThreadClock.measure { _ = try? ContentDisposition(parsing: text, as: profile) }
          }
          .min() ?? .zero
        }
        // Eight times the length: far from sixty-four times the time.
        #expect(shortest(8_000) < shortest(1_000) * 30 + .milliseconds(2))
      }
    }
  }

  @Test
  func `a hundred thousand distinct parameters are read`() throws {
    let text = "a" + (0..<100_000).map { "; p\($0)=\($0)" }.joined()
    #expect(try ContentDisposition(parsing: text).parameters.count == 100_000)
  }

  @Test(
    arguments: [
      ("INLINE", .http, "inline"),
      ("attachment; FileName=a.txt;", .http, "attachment; filename=a.txt"),
      (
        "attachment; filename=\"a \\\"b\\\\.txt\"; x=\"\"", .http,
        "attachment; filename=\"a \\\"b\\\\.txt\"; x=\"\""
      ),
      ("a; filename=x; filename*=UTF-8''%e2%82%ac", .http, "a; filename=x; filename*=UTF-8''%e2%82%ac"),
      ("form-data; name=\"a%0D%0Ab%22\"", .formData, "form-data; name=\"a%0D%0Ab\\\"\""),
    ] as [(String, ContentDisposition.Profile, String)])
  func `a disposition is described in the form of RFC 6266, in one line`(
    text: String, profile: ContentDisposition.Profile, description: String
  ) throws {
    let disposition = try ContentDisposition(parsing: text, as: profile)
    #expect(disposition.description == description)
    if profile == .http { #expect(try ContentDisposition(parsing: description) == disposition) }
  }
}
