import Testing

@testable import SluiceCoding

/// The scanner of header values.
@Suite struct HeaderScannerTests {
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
      (#""a;b"c"#, "a;b", "c"),
      (#"""""#, "", "\""),
      (#""\\" "#, #"\"#, " "),
      (#""a\"b\c"d"#, #"a"bc"#, "d"),
      (#""\é" "#, "é", " "),
      (#""a"#, "a", ""),
      (#""a\"#, #"a\"#, ""),
      ("\"", "", ""),
      ("a\"b\"", nil, "a\"b\""),
      ("", nil, ""),
    ] as [(String, String?, String)])
  func `collects the content of a quoted string, and leaves the rest`(
    input: String, content: String?, rest: String
  ) {
    var scanner = HeaderScanner(Array(input.utf8)[...])
    #expect(scanner.collectQuotedString().map(text) == content)
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
