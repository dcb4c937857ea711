import SluiceCoding
import SluiceTestSupport
import Testing

/// The steps of "parse a MIME type" in the WHATWG MIME Sniffing standard, checked by the text written back.
@Suite(.timeLimit(.minutes(5))) struct MediaTypeParsingTests {
  private func parsed(_ text: some StringProtocol) -> MediaType? { try? MediaType(parsing: text) }

  @Test(arguments: [
    ("", 0), (" ", 1), ("image jpeg", 5), ("/html", 0), ("text", 4), ("text/", 5), ("text/h ml", 6),
    (" text/ ;charset=utf-8", 6), ("téxt/html", 1), ("text/html/x", 9),
  ])
  func `the error of text that is not a media type has the position of the mistake`(text: String, offset: Int)
  {
    let error = #expect(throws: HeaderError.self) { try MediaType(parsing: text) }
    #expect(error?.code == .invalidMediaType)
    #expect(error?.byteOffset == offset)
  }

  @Test func `a literal is a media type, and one that is none stops the program`() async {
    let type: MediaType = "Text/HTML; charset=utf-8"
    #expect(type.description == "text/html;charset=utf-8")
    await #expect(processExitsWith: .failure) { _ = "image jpeg" as MediaType }
    await #expect(processExitsWith: .failure) { _ = "text/*;q=1" as MediaRange }
  }

  @Test(
    arguments: [
      ("text/html", "text/html"),
      ("TEXT/HTML", "text/html"),
      ("x/y", "x/y"),
      ("application/vnd.api+json", "application/vnd.api+json"),
      ("!#$%&'*+-.^_`|~09azAZ/!#$%&'*+-.^_`|~09azAZ", "!#$%&'*+-.^_`|~09azaz/!#$%&'*+-.^_`|~09azaz"),
      ("*/*", "*/*"),
    ])
  func `the essence is two tokens, in lower case`(text: String, written: String) {
    #expect(parsed(text)?.description == written)
  }

  @Test(
    arguments: [
      " text/html", "text/html ", "\t\r\n text/html\n\r\t ", "text/html ;", "text/html\t\r\n ;",
      "text/html; ",
      "text/html;", "text/html;;", "text/html; ; ;",
    ])
  func `whitespace at the ends and after the subtype is ignored`(text: String) {
    #expect(parsed(text)?.description == "text/html")
  }

  @Test(
    arguments: [
      "", " ", "/", "text", "text/", "/html", "text/;", "text/ ", "text/ ;a=b", " /html", ";", ";a=b",
      "text;a=b",
      "text /html", "text/ html", "te xt/html", "text/ht ml", "text/html/x", "text/html,", "text/html(c)",
      "te\"xt/html", "text/\"html\"", "tëxt/html", "text/htmł", "text\u{0}/html", "text/html\u{0}",
      "text/html\u{7F}", "\u{B}text/html", "text/html\u{C}", "\u{A0}text/html", "text/html\u{2028}",
      "te\u{212A}t/html", "\u{FEFF}text/html",
    ])
  func `text without two tokens is not a media type`(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test(
    arguments: [
      ("text/html;charset=gbk", "text/html;charset=gbk"),
      ("text/html; charset=GBK", "text/html;charset=GBK"),
      ("text/html;CHARSET=gbk", "text/html;charset=gbk"),
      ("a/b;z=1;a=2;m=3", "a/b;z=1;a=2;m=3"),
      ("a/b;x=1;x=2;X=3", "a/b;x=1"),
      ("a/b;x=;x=2", "a/b;x=2"),
      ("a/b;x=\u{7};x=2", "a/b;x=2"),
      ("a/b;x=\"\";x=2", "a/b;x=\"\""),
      ("a/b;!#$%&'*+-.^_`|~09azAZ=1", "a/b;!#$%&'*+-.^_`|~09azaz=1"),
    ])
  func `parameters keep their order, and the first of a name counts`(text: String, written: String) {
    #expect(parsed(text)?.description == written)
  }

  @Test(
    arguments: [
      "a/b;x;y=1", "a/b;=;y=1", "a/b;=x;y=1", "a/b;x=;y=1", "a/b;x= ;y=1", "a/b;x=\r\n;y=1", "a/b;x =1;y=1",
      "a/b;x y=1;y=1", "a/b;\"x\"=1;y=1", "a/b;(=1;y=1", "a/b;é=1;y=1", "a/b;x=\u{0};y=1", "a/b;x=\u{7F};y=1",
      "a/b;x=1\u{B}2;y=1", "a/b;x=1\r\n2;y=1", "a/b;x=Ā;y=1", "a/b;x=\"€\";y=1", "a/b;x=\"\n\";y=1",
      "a/b;x=\"😀\";y=1", "a/b;\u{212A}=1;y=1", "a/b;\u{0};y=1", "a/b;y=1;x", "a/b;y=1;x=", "a/b;y=1;=",
      "a/b;=\"a;b\";y=1",
    ])
  func `a malformed parameter is skipped, and those after it count`(text: String) {
    #expect(parsed(text)?.description == "a/b;y=1")
  }

  @Test(
    arguments: [
      ("a/b;x=1 ;y=2\t", ["1", "2"]),
      ("a/b;\t\r\n x=1;\n y=2", ["1", "2"]),
      ("a/b;x= 1", [" 1"]),
      ("a/b;x=1 2", ["1 2"]),
      ("a/b;x=1=2==", ["1=2=="]),
      ("a/b;x=a\"b", ["a\"b"]),
      ("a/b;x= \"b\"", [" \"b\""]),
      ("a/b;x=a\\b", ["a\\b"]),
      ("a/b;x='y';z='", ["'y'", "'"]),
      ("a/b;x=a/b,c", ["a/b,c"]),
      ("a/b;x=\u{80}é\u{FF}", ["\u{80}é\u{FF}"]),
    ])
  func `an unquoted value ends at a semicolon or the end, without trailing whitespace`(
    text: String, values: [String]
  ) {
    #expect(parsed(text)?.parameters.map(\.value) == values)
  }

  @Test(
    arguments: [
      (#"a/b;x="1""#, ["1"]),
      (#"a/b;x="""#, [""]),
      (#"a/b;x="a;b=c";y="2""#, ["a;b=c", "2"]),
      (#"a/b;x=" 1 ""#, [" 1 "]),
      ("a/b;x=\"\t\"", ["\t"]),
      (#"a/b;x="a\"b""#, ["a\"b"]),
      (#"a/b;x="a\\b""#, [#"a\b"#]),
      (#"a/b;x="\a\b""#, ["ab"]),
      (#"a/b;x="\é""#, ["é"]),
      (#"a/b;x="\\\\\"""#, [#"\\""#]),
      // Not closed.
      (#"a/b;x=""#, [""]),
      (#"a/b;x="a;y=1"#, ["a;y=1"]),
      (#"a/b;x="a\"#, [#"a\"#]),
      (#"a/b;x="\"#, [#"\"#]),
      (#"a/b;x="a\\"#, [#"a\"#]),
      (#"a/b;x="a\""#, ["a\""]),
      // The whitespace at the end of the input is removed first.
      ("a/b;x=\"a \t\r\n", ["a"]),
      ("a/b;x=\"a\\ ", ["a\\"]),
      // Anything after the closing quote is ignored.
      (#"a/b;x="1"2;y=3"#, ["1", "3"]),
      (#"a/b;x="1" y=2;z=3"#, ["1", "3"]),
      (#"a/b;x="1""2";z=3"#, ["1", "3"]),
      ("a/b;x=\"1\"\u{0}€;z=3", ["1", "3"]),
    ])
  func `a quoted value is unescaped`(text: String, values: [String]) {
    #expect(parsed(text)?.parameters.map(\.value) == values)
  }

  @Test(
    arguments: [
      ("a/b;x=\"y\"", "a/b;x=y"),
      ("a/b;x=\"\"", "a/b;x=\"\""),
      ("a/b;x=y z", "a/b;x=\"y z\""),
      ("a/b;x=a/b", "a/b;x=\"a/b\""),
      ("a/b;x=a\"b", #"a/b;x="a\"b""#),
      ("a/b;x=a\\b", #"a/b;x="a\\b""#),
      ("a/b;x=é", "a/b;x=\"é\""),
      ("a/b;x=\"!#$%&'*+-.^_`|~09azAZ\"", "a/b;x=!#$%&'*+-.^_`|~09azAZ"),
      ("multipart/form-data; boundary=\"a:b\"", "multipart/form-data;boundary=\"a:b\""),
    ])
  func `a value is written in quotes if it is empty or not a token`(text: String, written: String) {
    #expect(parsed(text)?.description == written)
  }

  @Test
  func `each ASCII character is a token, a quoted value or malformed, as in the standard`() {
    let tokens = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for byte: UInt8 in 0...0x7F {
      let character = Character(Unicode.Scalar(byte))
      let isToken = tokens.contains(character)
      let isValue = character == "\t" || character >= " " && byte < 0x7F
      #expect((parsed("a\(character)a/b") != nil) == isToken, "\(byte)")
      #expect((parsed("a/b\(character)b") != nil) == (isToken || character == ";"), "\(byte)")
      #expect((parsed("a/b;x\(character)x=1")?["x\(character)x"] != nil) == isToken, "\(byte)")
      #expect((parsed("a/b;x=\"\\\(character)\"")?["x"] != nil) == isValue, "\(byte)")
      #expect((MediaType(type: "a", subtype: "b", parameters: [("x", "\(character)")]) != nil) == isValue)
      let written = parsed("a/b;x=\"1\\\(character)1\"")?.description
      #expect(written?.hasPrefix("a/b;x=\"") == (isValue && !isToken), "\(byte)")
    }
  }

  @Test
  func `a substring is read like a string`() {
    let header = "Content-Type: text/html; charset=utf-8"
    #expect(parsed(header.dropFirst(14)) == MediaType("text/html;charset=utf-8"))
  }

  @Test
  func `a media type reads back from its description`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      guard let mediaType = parsed(mediaTypeLikeText(using: &random)) else { continue }
      #expect(parsed(mediaType.description) == mediaType)
    }
  }
}

/// Returns random text of the characters and pieces that matter to a parser of media types.
func mediaTypeLikeText(using random: inout SeededGenerator) -> String {
  let pieces = [
    "a", "B", "/", "/", ";", ";", ";", "=", "=", "=", "\"", "\"", "\\", " ", "\t", "\r", "\n", "\u{0}",
    "\u{7F}",
    "\u{80}", "é", "\u{FF}", "Ā", "€", "😀", "text/x;", "a=", ";b=\"", "\";",
  ]
  let count = Int.random(in: 0...14, using: &random)
  let tail = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  return Bool.random(using: &random) ? "text/html;" + tail : tail
}
