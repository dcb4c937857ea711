import SluiceCoding
import SluiceJSON
import SluiceTestSupport
import Testing

@testable import SluiceFoundation

/// Text encodings that Foundation decodes.
@Suite(.timeLimit(.minutes(5))) struct TextEncodingsTests {
  @Test(
    arguments: [
      ("ISO-8859-2", [0xB3, 0xF3, 0x64], "łód"), ("cp1251", [0xCF, 0xF0], "Пр"),
      ("koi8-r", [0xF0, 0xD2], "Пр"),
      ("sjis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
      ("gb18030", [0xD6, 0xD0, 0x81, 0x30, 0x81, 0x30], "中\u{80}"), ("gbk", [0xD6, 0xD0], "中"),
      ("euc-kr", [0xC7, 0xD1, 0x81, 0x41], "한갂"), ("macintosh", [0x8E, 0xDB], "é€"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61], "日a"),
      ("utf-8", [0xC3, 0xA9], "é"), ("latin1", [0x80], "€"), ("latin5", [0xFD], "ı"), ("gbk", [], ""),
    ] as [(String, [UInt8], String)])
  func `bytes are decoded in the encoding of a label`(label: String, bytes: [UInt8], text: String) throws {
    #expect(try decode(bytes, label) == text)
  }

  @Test(
    arguments: [
      "half of a character in Shift_JIS": ("shift_jis", [0x93]),
      "second half that cannot follow in Shift_JIS": ("shift_jis", [0x93, 0xFA, 0x7F]),
      "first half that cannot begin in Big5": ("big5", [0x80]),
      "first half that cannot begin in EUC-KR": ("euc-kr", [0xFF]),
      "half of a character in GB 18030": ("gb18030", [0x81]),
      "byte without a character in ISO-8859-3": ("iso-8859-3", [0xA5]),
      "byte over 0x7F in ISO-2022-JP": ("iso-2022-jp", [0x80]),
      "byte without a character in windows-1253": ("windows-1253", [0xD2]),
    ] as NamedCases<(label: String, bytes: [UInt8])>)
  func `malformed bytes are refused and never replaced`(
    text: NamedCase<(label: String, bytes: [UInt8])>
  ) throws {
    let (label, bytes) = text.value
    #expect {
      try decode(bytes, label)
    } throws: {
      ($0 as? TextError)?.code == .malformedText
    }
  }

  @Test(
    arguments: ["ibm866", "euc-jp", "replacement", "x-user-defined", "utf-32", "utf-7", "hz-gb-2312"])
  func `an encoding that Foundation gets wrong is unknown`(label: String) {
    #expect(TextEncodings.foundation.encoding(label: label) == nil)
  }

  @Test(.enabled(if: ScriptOracle.node.isInstalled, "needs node"))
  func `node knows each label by the same name`() throws {
    // Node 20 has no ISO-8859-16.
    let labels = FoundationEncoding.all.flatMap(\.labels).filter { $0 != "iso-8859-16" }
    let names: [String] = try ScriptOracle.node.run(
      """
      const name = label => { try { return new TextDecoder(label).encoding } catch { return 'none' } }
      console.log(JSON.stringify(input.map(name)))
      """, input: labels)
    for (label, name) in zip(labels, names) {
      #expect(TextEncodings.foundation.encoding(label: label)?.name.lowercased() == name, "\(label)")
    }
  }

  @Test(
    .enabled(if: ScriptOracle.node.isInstalled, "needs node"))
  func `node decodes or refuses every single byte alike`() throws {
    let answers: [[String?]] = try ScriptOracle.node.run(
      """
      const decode = (decoder, byte) => {
        try { return decoder.decode(new Uint8Array([byte])) } catch { return null }
      }
      const characters = label => {
        const decoder = new TextDecoder(label, { fatal: true })
        return Array.from({ length: 256 }, (_, byte) => decode(decoder, byte))
      }
      console.log(JSON.stringify(input.map(characters)))
      """, input: singleByte)
    #expect(answers.count == singleByte.count)
    for (label, characters) in zip(singleByte, answers) {
      for (byte, character) in zip(0...255 as ClosedRange<UInt8>, characters) {
        #expect((try? decode([byte], label)) == character, "\(label) \(byte)")
      }
    }
  }

  @Test(
    .enabled(if: ScriptOracle.python3.isInstalled, "needs python3"),
    arguments: [
      ("gb18030", "gb18030", 20, 0), ("shift_jis", "cp932", 0, 0), ("euc-kr", "cp949", 0, 0),
      ("big5", "big5hkscs", 11, 32),
    ])
  /// In the known differences, Foundation agrees with the index of the standard.
  func `two bytes decode as in Python, except for known differences`(
    label: String, codec: String, knownToDiffer: Int, knownToBeRefused: Int
  ) throws {
    let texts: [[Pair]] = try ScriptOracle.python3.run(
      """
      import json
      def decode(*pair):
          try: return bytes(pair).decode("\(codec)")
          except UnicodeDecodeError: return None
      def row(lead):
          pairs = [{"trail": trail, "text": decode(lead, trail)} for trail in range(0x21, 0x100)]
          return [pair for pair in pairs if pair["text"] is not None]
      print(json.dumps([row(lead) for lead in range(0x80, 0x100)]))
      """, input: [Int]())
    #expect(texts.count == 128)
    var (different, refused) = (0, 0)
    for (lead, row) in zip(0x80...0xFF as ClosedRange<UInt8>, texts) {
      // Decoding a whole row is much faster. Only a row that differs is decoded pair by pair.
      let together = try? decode(row.flatMap { [lead, $0.trail] }, label)
      if let together, Array(together.utf8) == Array(row.map(\.text).joined().utf8) { continue }
      for pair in row {
        guard let ours = try? decode([lead, pair.trail], label) else {
          // Otherwise, they are two characters.
          if pair.text.unicodeScalars.count == 1 { refused += 1 }
          continue
        }
        if Array(ours.utf8) != Array(pair.text.utf8) {
          different += 1
        }
      }
    }
    #expect(different == knownToDiffer)
    #expect(refused == knownToBeRefused)
  }

  @Test func `the bytes of a byte order mark are text in a single-byte encoding`() throws {
    let marks: [[UInt8]] = [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61], [0xEF, 0xBB, 0xBF, 0x61]]
    for label in singleByte {
      let encoding = try #require(TextEncodings.foundation.encoding(label: label))
      for bytes in marks {
        let characters = try? bytes.map { try encoding.decode([$0].span) }.joined()
        let text = try? encoding.decode(bytes.span)
        #expect(text == characters, "\(label) \(bytes)")
      }
    }
  }

  private func decode(_ bytes: [UInt8], _ label: String) throws -> String {
    let encoding = try #require(TextEncodings.foundation.encoding(label: label))
    return try encoding.decode(bytes.span)
  }
}

private struct Pair: Decodable {
  let trail: UInt8
  let text: String
}

private let singleByte = [
  "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
  "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "koi8-r", "koi8-u", "macintosh",
  "x-mac-cyrillic", "windows-874", "windows-1250", "windows-1251", "windows-1253", "windows-1254",
  "windows-1255", "windows-1256", "windows-1257", "windows-1258",
]
