import SluiceJSON
import SluiceTestSupport
import Testing

/// Validation of UTF-8 in blocks, compared with the standard library's by characters.
@Suite(.timeLimit(.minutes(5))) struct JSONUTF8Tests {
  /// The bytes at the edges of the ranges in RFC 3629 §4.
  private static let edges: [UInt8] = [
    0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
    0xEF,
    0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  /// Returns the offset at which `text`, as a string of JSON, is refused.
  private func refusal(of text: [UInt8], _ quote: [UInt8] = [0x22]) throws -> Int? {
    do {
      let value = try JSON.Value(parsing: quote + text + [0x22])
      #expect(value.string.map { Array($0.utf8) } == text)
      return nil
    } catch {
      #expect(error.code == .invalidUTF8)
      return error.byteOffset - quote.count
    }
  }

  private func firstInvalid(_ text: [UInt8]) -> Int? {
    do {
      _ = try UTF8Span(validating: text.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private func check(_ text: [UInt8]) throws {
    let expected = firstInvalid(text)
    let refused = try refusal(of: text)
    #expect(refused == expected, "\(text)")
  }

  @Test func `every sequence of three edge bytes is validated as by the standard library`() throws {
    for first in Self.edges where first >= 0x80 {
      for second in Self.edges {
        for third in Self.edges { try check([first, second, third]) }
      }
    }
  }

  @Test func `the place of a character in a block does not matter`() throws {
    let sequences: [[UInt8]] = [
      [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
      [0x80], [0xC0, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82, 0xAC, 0x80],
    ]
    for sequence in sequences {
      for start in 0..<70 {
        let before = [UInt8](repeating: 0x61, count: start)
        for behind in [0, 1, 31, 40] {
          try check(before + sequence + [UInt8](repeating: 0x62, count: behind))
        }
        try check([0xC3, 0xA9] + before + sequence + [0xC3, 0xA9])
      }
    }
  }

  @Test func `random text is validated as by the standard library`() throws {
    var random = SystemRandomNumberGenerator()
    let characters = ["é", "€", "😀", "a", "語", "\u{7FF}", "\u{FFFF}", "\u{10FFFF}"]
    for _ in 0..<4000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        text += Array((characters.randomElement(using: &random) ?? "").utf8)
      }
      if Bool.random(using: &random) {
        text[Int.random(in: text.indices, using: &random)] = Self.edges.randomElement(using: &random) ?? 0x80
      }
      try check(text)
    }
  }

  @Test func `malformed bytes after a string are reported at their own place`() throws {
    for length in 0..<40 {
      let text = "é" + String(repeating: "x", count: length)
      #expect(try JSON.Value(parsing: Array("[\"\(text)\",\"€\"]".utf8)) == [.init(.string(text)), "€"])
      let cut = Array("[\"\(text)\",\"".utf8)
      let error = try #require(throws: JSON.SyntaxError.self) {
        try JSON.Value(parsing: cut + [0x80, 0x22, 0x5D])
      }
      #expect(error.code == .invalidUTF8 && error.byteOffset == cut.count)
    }
  }

  typealias Malformed = (text: [UInt8], code: ErrorCode, offset: Int)

  @Test(
    arguments: [
      "half of a character before a line feed": ([0xC3, 0x0A], .invalidUTF8, 1),
      "line feed after a character": ([0xC3, 0xA9, 0x0A], .controlCharacter, 3),
      "continuation before an invalid escape": ([0x5C, 0x6E, 0x80, 0x5C, 0x78], .invalidUTF8, 3),
      "invalid escape before a continuation": ([0x5C, 0x6E, 0x5C, 0x78, 0x80], .invalidEscape, 3),
      "character cut at the end": ([0xE2, 0x82], .invalidUTF8, 1),
      "string that is not closed": ([0xE2, 0x82, 0xAC], .unexpectedEnd, 4),
    ] as NamedCases<Malformed>)
  func `the first of several errors is reported`(malformed: NamedCase<Malformed>) throws {
    let error = try #require(throws: JSON.SyntaxError.self) {
      try JSON.Value(parsing: [0x22] + malformed.value.text)
    }
    #expect(error.code == malformed.value.code && error.byteOffset == malformed.value.offset)
  }
}
