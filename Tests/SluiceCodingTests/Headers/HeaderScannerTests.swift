import Testing

@testable import SluiceCoding

struct HeaderScannerTests {
  private func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  @Test("Collects up to one of two delimiters, and leaves it")
  func collect() {
    var scanner = HeaderScanner(Array("name=value; x".utf8)[...])
    #expect(text(scanner.collect(upTo: UInt8(ascii: ";"), or: UInt8(ascii: "="))) == "name")
    #expect(text(scanner.rest) == "=value; x")
    #expect(text(scanner.collect(upTo: UInt8(ascii: ";"))) == "=value")
    #expect(text(scanner.collect(upTo: UInt8(ascii: "?"))) == "; x")
    #expect(scanner.rest.isEmpty)
    #expect(scanner.collect(upTo: UInt8(ascii: "?")).isEmpty)
  }

  @Test("Skips only what comes next")
  func skip() {
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
    "Collects a quoted string's content, and leaves what follows",
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
  func quotedString(input: String, content: String?, rest: String) {
    var scanner = HeaderScanner(Array(input.utf8)[...])
    #expect(scanner.collectQuotedString().map(text) == content)
    #expect(text(scanner.rest) == rest)
  }

  @Test(
    "Trims whitespace at the end alone",
    arguments: [
      ("", ""), (" \t\r\n", ""), (" a b \r\n\t", " a b"), ("a\u{C} ", "a\u{C}"), ("a\u{A0}", "a\u{A0}"),
    ])
  func trimming(input: String, trimmed: String) {
    #expect(text(input.utf8.trimmingTrailingHTTPWhitespace()) == trimmed)
  }
}
