import SluiceCoding
import SluiceTestSupport
import Testing

/// Encodings of text, their labels and their errors.
@Suite(.timeLimit(.minutes(5))) struct TextEncodingTests {
  @Test(
    arguments: [
      ("utf-8", "UTF-8"), (" \t\n\u{C}\rUTF8 \t\n\u{C}\r", "UTF-8"), ("Unicode-1-1-UTF-8", "UTF-8"),
      ("utf-16", "UTF-16LE"), ("UTF-16LE", "UTF-16LE"), ("utf-16be", "UTF-16BE"), ("ucs-2", "UTF-16LE"),
      ("ISO-8859-1", "windows-1252"), ("us-ascii", "windows-1252"), ("Latin1", "windows-1252"),
      ("iso_8859-1:1987", "windows-1252"),
    ])
  func `a label is found in any case and with whitespace around it`(label: String, name: String) {
    #expect(TextEncoding(label: label)?.name == name)
  }

  @Test(
    arguments: [
      "", " ", "utf", "utf 8", "utf-8\0", "utf-8\u{B}", "utf-8\u{A0}", "utf-8\u{301}", "\u{212A}oi8-r",
      "utf-32", "utf-7", "iso-8859-2", "shift_jis", "replacement", "x-user-defined",
    ])
  func `an unknown label has no encoding`(label: String) {
    #expect(TextEncoding(label: label) == nil)
    #expect {
      try TextEncodings.standard.text([], label: label)
    } throws: {
      ($0 as? TextError)?.code == .unknownEncoding && "\($0)".hasPrefix("unknown-encoding: no encoding is")
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a label of a hundred thousand combining marks is refused in linear time`() {
    let label = "e" + String(repeating: "\u{301}\u{323}", count: 50_000)
    #expect(TextEncoding(label: label) == nil)
    #expect(throws: TextError.self) { try TextEncodings.standard.text([], label: label) }
  }

  typealias MalformedText = (encoding: TextEncoding, bytes: [UInt8], byteOffset: Int)

  @Test(
    arguments: [
      "byte of no character": (.utf8, [0x61, 0xFF], 1), "half of a character": (.utf8, [0xC3], 0),
      "surrogate in UTF-8": (.utf8, [0x61, 0xED, 0xA0, 0x80], 1),
      "overlong NUL after a mark": (.utf8, [0xEF, 0xBB, 0xBF, 0x61, 0xC0, 0x80], 4),
      "over U+10FFFF": (.utf8, [0xF4, 0x90, 0x80, 0x80], 0),
      "three bytes of a character": (.utf8, [0x61, 0xF0, 0x9F, 0x98], 1),
      "two bytes of a mark": (.utf8, [0xEF, 0xBB], 0),
      "half of a unit": (.utf16LittleEndian, [0x61], 0),
      "half of the second unit": (.utf16LittleEndian, [0x61, 0, 0x62], 2),
      "first half of a pair": (.utf16LittleEndian, [0x61, 0, 0x3D, 0xD8], 2),
      "three bytes of a pair": (.utf16LittleEndian, [0x61, 0, 0x3D, 0xD8, 0], 2),
      "first half of a pair before a letter": (.utf16LittleEndian, [0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0], 2),
      "second half of a pair": (.utf16LittleEndian, [0x00, 0xDE], 0),
      "second half of a pair, big-endian": (.utf16BigEndian, [0xFE, 0xFF, 0xDE, 0x00], 2),
      "two first halves": (.utf16BigEndian, [0xD8, 0x3D, 0xD8, 0x3D, 0xDE, 0], 0),
    ] as NamedCases<MalformedText>)
  func `an error has the offset of the first malformed sequence`(malformed: NamedCase<MalformedText>) {
    let (encoding, bytes, byteOffset) = malformed.value
    let expected = TextError.malformed(in: encoding.name, at: byteOffset)
    #expect(throws: expected) { try encoding.text(bytes) }
    #expect("\(expected)" == "malformed-text: the bytes are not \(encoding) at byte \(byteOffset)")
  }

  @Test(
    arguments: [
      (.utf8, [0xEF, 0xBB, 0xBF, 0x61], "a"), (.utf8, [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
      (.utf16LittleEndian, [0xFF, 0xFE, 0x61, 0], "a"), (.utf16BigEndian, [0xFE, 0xFF, 0, 0x61], "a"),
      (.utf16LittleEndian, [0xFE, 0xFF], "\u{FFFE}"), (.utf16BigEndian, [0xFF, 0xFE], "\u{FFFE}"),
      (.windows1252, [0xFF, 0xFE], "ÿþ"), (.windows1252, [0xEF, 0xBB, 0xBF], "ï»¿"),
      (.utf8, [], ""), (.utf16BigEndian, [], ""), (.windows1252, [], ""),
    ] as [(TextEncoding, [UInt8], String)])
  func `an encoding drops its own byte order mark once`(encoding: TextEncoding, bytes: [UInt8], text: String)
    throws
  {
    #expect(Array(try encoding.text(bytes).utf8) == Array(text.utf8))
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], "utf-16", "a"), ([0xFF, 0xFE, 0x61, 0], "windows-1252", "a"),
      ([0xFE, 0xFF, 0, 0x61], "no such label", "a"), ([0xE9], "latin1", "é"), ([0xC3, 0xA9], nil, "é"),
      ([0x61, 0], "utf-16", "a"), ([0, 0x61], "utf-16be", "a"),
    ] as [([UInt8], String?, String)])
  func `a byte order mark takes precedence over the label, and the label over UTF-8`(
    bytes: [UInt8], label: String?, text: String
  ) throws {
    #expect(try TextEncodings.standard.text(bytes, label: label) == text)
  }

  @Test
  func `an added encoding is found by its labels, and takes them from others`() throws {
    let shouting = TextEncoding(name: "shouting") { bytes throws(TextError) in
      guard bytes.count > 0 else { throw .malformed(in: "shouting") }
      return try TextEncoding.utf8.decode(bytes).uppercased()
    }
    var encodings = TextEncodings.standard
    encodings.add(shouting, labels: ["Shout", "latin1"])
    #expect(try encodings.text([0x61], label: "SHOUT") == "A")
    #expect(encodings.encoding(label: "latin1") == shouting)
    #expect(encodings.encoding(label: "iso-8859-1") == .windows1252)
    #expect {
      try encodings.text([], label: "shout")
    } throws: {
      "\($0)" == "malformed-text: the bytes are not shouting"
    }
  }
}
