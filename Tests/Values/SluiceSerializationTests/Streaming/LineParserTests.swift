import SluiceSerialization
import SluiceTestSupport
import Testing

/// Parsing of text into lines.
@Suite(.timeLimit(.minutes(5))) struct LineParserTests {
  private func lines(_ text: String, limit: Int = 1 << 20) -> Outcome<String> {
    outcome(of: text) { LineParser(maximumLineByteCount: limit) }
  }

  @Test(arguments: [
    ("", []),
    ("\n", [""]),
    ("a", ["a"]),
    ("a\n", ["a"]),
    ("a\r\n", ["a"]),
    ("a\nb", ["a", "b"]),
    ("a\n\n\r\nb\n", ["a", "", "", "b"]),
    ("a\rb\r\r\nc\r", ["a\rb\r", "c\r"]),
    ("\r", ["\r"]),
    ("ä\u{2028}\u{85}\nüüüüüüüüüüüü", ["ä\u{2028}\u{85}", "üüüüüüüüüüüü"]),
    ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
    ("\u{FEFF}", []),
    ("\u{FEFF}\n", [""]),
    ("\u{FEFF}\u{FEFF}", ["\u{FEFF}"]),
    ("\0\n\0", ["\0", "\0"]),
  ])
  func `lines end with LF or CRLF`(text: String, expected: [String]) {
    // Compares the bytes, since strings of different bytes can be equal.
    let found = lines(text)
    #expect(found.elements.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    #expect(found.error == nil)
  }

  typealias InvalidText = (bytes: [UInt8], line: Int, byteOffset: Int)

  @Test(
    arguments: [
      "invalid byte in the second line": ([0x61, 0x0A, 0x62, 0xFF], 2, 3),
      "invalid byte": ([0xFF], 1, 0),
      "first byte of a byte order mark": ([0xEF], 1, 0),
      "two bytes of a byte order mark": ([0xEF, 0xBB], 1, 0),
      "two bytes of a byte order mark and a line end": ([0xEF, 0xBB, 0x0A], 1, 0),
      "incomplete character after a byte order mark": ([0xEF, 0xBB, 0xBF, 0xC3, 0x0A], 1, 3),
      "surrogate": ([0x0A, 0x61, 0xED, 0xA0, 0x80, 0x0A], 2, 2),
      "overlong NUL": ([0x0D, 0x0A, 0xC0, 0x80], 2, 2),
    ] as NamedCases<InvalidText>)
  func `text that is not UTF-8 is an error`(text: NamedCase<InvalidText>) {
    let (bytes, line, byteOffset) = text.value
    let found = outcome(of: bytes) { LineParser() }
    #expect(found.error == "invalid-utf8: the text is not UTF-8 at line \(line) (byte \(byteOffset))")
    #expect(found.elements.count == line - 1)
  }

  @Test(arguments: [
    ("1234", nil), ("12345", 1), ("1234\n", nil), ("1234\r\n", nil), ("1234\r", 1), ("1234\r\r\n", 1),
    ("12345\r\n", 1), ("\u{FEFF}1234\n", nil), ("\u{FEFF}12345\n", 1), ("1\n1234\n12345\n", 3),
  ])
  func `a line has a limit`(text: String, line: Int?) {
    let found = lines(text, limit: 4)
    let start = line == 3 ? 7 : text.hasPrefix("\u{FEFF}") ? 3 : 0
    #expect(
      found.error
        == line.map {
          "line-too-long: the line has more bytes than the limit at line \($0) (byte \(start))"
        })
  }

  @Test func `a limit of zero allows only empty lines`() {
    #expect(lines("\n\r\n\n", limit: 0) == Outcome(elements: ["", "", ""]))
    #expect(lines("\na", limit: 0).error?.hasPrefix("line-too-long") == true)
    #expect(
      outcome(of: [0xEF, 0xBB, 0x41]) { LineParser(maximumLineByteCount: 1) }.error?.hasPrefix(
        "line-too-long")
        == true)
  }

  @Test func `a long line that arrives byte by byte takes linear time`() throws {
    func parser() -> LineParser { LineParser(maximumLineByteCount: nil) }
    let small = try duration(of: 20_000, [0x61], parser)
    let large = try duration(of: 400_000, [0x61], parser)
    #expect(large < small * 200)
  }
}
