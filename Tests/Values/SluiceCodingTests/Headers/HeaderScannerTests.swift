import Testing

@testable import SluiceCoding

/// The scanner of header values.
@Suite(.timeLimit(.minutes(5))) struct HeaderScannerTests {
  private func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  @Test
  func `collects up to one of two delimiters, and leaves the delimiter`() {
    var scanner = HeaderScanner(Array("name=value; x".utf8)[...])
    #expect(text(scanner.collect(upTo: UInt8(ascii: ";"), or: UInt8(ascii: "="))) == "name")
    #expect(text(scanner.rest) == "=value; x")
    #expect(text(scanner.collect(upTo: UInt8(ascii: ";"))) == "=value")
    #expect(text(scanner.collect(upTo: UInt8(ascii: "?"))) == "; x")
    #expect(scanner.rest.isEmpty)
    #expect(scanner.collect(upTo: UInt8(ascii: "?")).isEmpty)
  }

  @Test
  func `skips only the next byte and whitespace`() {
    var scanner = HeaderScanner(Array("=\t\r\n x".utf8)[...])
    let start = [scanner.skip(UInt8(ascii: "x")), scanner.skip(UInt8(ascii: "="))]
    #expect(start == [false, true])
    scanner.skipWhitespace()
    scanner.skipWhitespace()
    #expect(text(scanner.rest) == "x")
    let end = [scanner.skip(UInt8(ascii: "x")), scanner.skip(UInt8(ascii: "x"))]
    #expect(end == [true, false])
  }

  @Test(
    arguments: [
      (#""a;b"c"#, "a;b", true, "c"),
      (#"""""#, "", true, "\""),
      (#""\\" "#, #"\"#, true, " "),
      (#""a\"b\c"d"#, #"a"bc"#, true, "d"),
      (#""\é" "#, "é", true, " "),
      (#""a"#, "a", false, ""),
      (#""a\"#, #"a\"#, false, ""),
      (#""a\""#, #"a""#, false, ""),
      ("\"", "", false, ""),
      ("a\"b\"", nil, false, "a\"b\""),
      ("", nil, false, ""),
    ] as [(String, String?, Bool, String)])
  func `collects the content of a quoted string, and leaves the rest`(
    input: String, content: String?, isClosed: Bool, rest: String
  ) {
    var scanner = HeaderScanner(Array(input.utf8)[...])
    let found = scanner.collectQuotedString()
    #expect(found.map { text($0.content) } == content)
    #expect((found?.isClosed ?? false) == isClosed)
    #expect(text(scanner.rest) == rest)
  }

  @Test(
    arguments: [
      ("", ""), (" \t\r\n", ""), (" a b \r\n\t", " a b"), ("a\u{C} ", "a\u{C}"), ("a\u{A0}", "a\u{A0}"),
    ])
  func `trims whitespace at the end only`(input: String, trimmed: String) {
    #expect(text(input.utf8.trimmingTrailingHTTPWhitespace()) == trimmed)
  }
}
