import CScan
import SluiceTestSupport
import Testing

@testable import SluiceJSON

/// The search for characters in vectors, on each path, compared with a search by bytes.
@Suite(.timeLimit(.minutes(5))) struct JSONScanTests {
  @Test func `masks of the processor and of the portable path are the same`() {
    var generator = SeededGenerator(seed: 41)
    for number in 0..<20_000 {
      // Every mask of one lane, of none and of all, and random ones.
      let bits: UInt32 =
        number < 16
        ? 1 << number
        : number < 18 ? UInt32(number - 16) * 0xFFFF : .random(in: 0...0xFFFF, using: &generator)
      var lanes = SIMD16<Int8>(repeating: 0)
      for lane in 0..<16 where bits >> UInt32(lane) & 1 == 1 { lanes[lane] = -1 }
      let first = bits == 0 ? 16 : bits.trailingZeroBitCount
      #expect(sluice_scan_bits(lanes) == bits)
      #expect(sluice_scan_bits_portable(lanes) == bits)
      #expect(sluice_scan_first(lanes) == first)
      #expect(sluice_scan_first_portable(lanes) == first)
    }
  }

  private func escaped(_ text: [UInt8], escapesSlashes: Bool) -> [UInt8] {
    let short: [UInt8: Character] = [8: "b", 9: "t", 10: "n", 12: "f", 13: "r", 0x22: "\"", 0x5C: "\\"]
    let content = text.flatMap { byte -> [UInt8] in
      if let letter = short[byte] { return [0x5C] + Array(String(letter).utf8) }
      if byte < 0x20 { return Array("\\u00\(byte < 16 ? "0" : "1")\(String(byte & 15, radix: 16))".utf8) }
      return byte == 0x2F && escapesSlashes ? [0x5C, 0x2F] : [byte]
    }
    return [0x22] + content + [0x22]
  }

  @Test(arguments: [true, false])
  func `strings of every length are written with an escape at every place`(escapesSlashes: Bool) throws {
    var encoder = JSON.Encoder()
    if !escapesSlashes { encoder.outputFormatting = .withoutEscapingSlashes }
    for length in 0...70 {
      for place in 0...length {
        for special: [UInt8] in [
          [0x22], [0x5C, 0x5C], [0x2F], [0x2F, 0x2F, 0x0A], [0x1F], [0x00, 0x08], [0x7F],
        ] {
          var text = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
          text.replaceSubrange(
            place..<min(place + special.count, length), with: special.prefix(length - place))
          let bytes = try encoder.encode(String(decoding: text, as: UTF8.self))
          #expect(
            bytes == escaped(text, escapesSlashes: escapesSlashes), "\(length) bytes, \(special) at \(place)")
        }
      }
    }
  }

  @Test func `strings of every length are read`() throws {
    let letters = (0..<64).map { Character(Unicode.Scalar(0x30 + UInt8($0))) }.filter { $0 != "\\" }
    let texts = (0...40).flatMap { count in
      [0, 7, 20].map { String(letters[$0..<$0 + min(count, 40)]) }
    }
    let document = "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    for padding in [0, 2000] {
      let read = try JSON.Decoder().decode(
        [String].self, from: document + String(repeating: " ", count: padding))
      #expect(read == texts)
      // Equal strings have equal hashes only if no byte after a short one is left.
      #expect(Set(read) == Set(texts) && read.map(\.utf8.count) == texts.map(\.utf8.count))
      for text in texts {
        let table = try JSON.Decoder().decode(
          [String: String].self, from: "{\"\(text)\":\"\(text)\"}" + String(repeating: " ", count: padding))
        #expect(table == [text: text])
      }
    }
  }

  @Test func `strings of nothing but escapes are written`() throws {
    for length in 0...200 {
      for byte: UInt8 in [0x00, 0x0A, 0x22, 0x2F] {
        let text = [UInt8](repeating: byte, count: length)
        #expect(
          try JSON.Encoder().encode(String(decoding: text, as: UTF8.self))
            == escaped(text, escapesSlashes: true))
      }
    }
  }

  @Test func `every code unit is read from its escape`() throws {
    for unit in UInt32(0)...0xFFFF where unit & 0xF800 != 0xD800 {
      let digits = String(unit, radix: 16)
      let escape =
        "\"\\u" + String(repeating: "0", count: 4 - digits.count)
        + (unit & 1 == 0 ? digits : digits.uppercased()) + "\""
      let scalar = try #require(Unicode.Scalar(unit))
      #expect(try JSON.Value(parsing: escape).string == String(Character(scalar)))
    }
    for unit in stride(from: UInt32(0x10000), through: 0x10FFFF, by: 97) {
      let scalar = try #require(Unicode.Scalar(unit))
      let escapes = String(Character(scalar)).utf16.map { "\\u" + String($0, radix: 16) }.joined()
      #expect(try JSON.Value(parsing: "\"\(escapes)\"").string == String(Character(scalar)))
    }
  }

  @Test func `other bytes than hexadecimal digits are refused in escapes`() {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for place in 0..<4 {
      for byte in UInt8(0x20)...0x7F where byte != 0x22 && byte != 0x5C {
        var text = Array("\"\\u00e4\"".utf8)
        text[3 + place] = byte
        let isRead = (try? JSON.Value(parsing: text)) != nil
        // The first digit d, followed by 8 to F, would be half of a pair; here it is followed by 0.
        #expect(isRead == digits.contains(byte), "\(byte) at \(place)")
      }
    }
  }

  @Test func `nothing is read past the end of a document`() throws {
    let memory = try #require(GuardedBytes())
    for length in 0...100 {
      let letters = String(repeating: "x", count: length)
      let texts = [
        "\"\(letters)\"", "\"\(letters)\\n\\u00e4\"", "\"\(letters)ä\"",
        "[\(letters.replacing("x", with: " "))1.25]",
        "{\"\(letters)\":true}", "[1,2" + letters.replacing("x", with: "\n") + "]", "\"\(letters)",
        "[\(letters)", "\"\(letters)\\",
        "\"\(letters)\\u12", String(repeating: "7", count: length + 1), "\(letters)",
      ]
      for text in texts {
        let bytes = Array(text.utf8)
        // SAFETY: The span is used only within the closure.
        let guarded = unsafe memory.withCopy(of: bytes) {
          try? unsafe JSON.Decoder().decode(JSON.Value.self, from: $0.span)
        }
        let typed = unsafe memory.withCopy(of: bytes) {
          try? unsafe JSON.Decoder().decode(String.self, from: $0.span)
        }
        let plain = try? JSON.Value(parsing: bytes)
        #expect(guarded == plain)
        #expect(typed == plain?.string)
      }
    }
  }
}
