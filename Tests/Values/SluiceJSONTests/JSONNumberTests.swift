import SluiceJSON
import SluiceTestSupport
import Testing

/// Numbers to and from text, bit for bit.
@Suite(.timeLimit(.minutes(5))) struct JSONNumberTests {
  private func double(_ text: String) -> Double? { JSON.Number(text)?.double }

  /// Returns the value of the C library, which rounds correctly.
  private func expected(_ text: String) -> Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  @Test func `random doubles are read back bit for bit`() throws {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<60_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let text = try JSON.Encoder().string(for: value)
      #expect(double(text)?.bitPattern == value.bitPattern, "\(text)")
    }
  }

  @Test func `numbers of every power of ten are rounded correctly`() {
    for exponent in -345...310 {
      for digits in [
        "1", "9", "9007199254740993", "1234567890123456789", "9999999999999999999", "17976931348623157",
      ] {
        let text = "\(digits)e\(exponent)"
        let expected = expected(text)
        if expected == 0 {
          #expect(double(text) == nil)
        } else {
          #expect(double(text)?.bitPattern == expected?.bitPattern, "\(text)")
        }
      }
    }
  }

  @Test func `random digits are rounded correctly`() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<60_000 {
      let mantissa = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
      let text = "\(mantissa)e\(Int.random(in: -345...310, using: &generator))"
      let expected = mantissa == 0 ? 0 : expected(text)
      #expect(
        double(text)?.bitPattern == (expected == 0 && mantissa != 0 ? nil : expected?.bitPattern), "\(text)")
    }
  }

  /// Arrays of numbers take other ways than single ones: most for few digits, and others for many and for exponents.
  @Test func `elements with the point at every place are rounded correctly`() throws {
    var generator = SeededGenerator(seed: 22)
    var texts: [String] = []
    for (before, after) in (1...21).flatMap({ before in (0...21).map { (before, $0) } }) {
      for (sign, exponent) in [("", ""), ("-", ""), ("", "e3"), ("-", "E-7"), ("", "e+0")] {
        let digits = (0..<before + after).map { index in
          String(Int.random(in: (index == 0 && before > 1 ? 1 : 0)...9, using: &generator))
        }.joined()
        let point = after == 0 ? "" : "."
        texts.append("\(sign)\(digits.prefix(before))\(point)\(digits.suffix(after))\(exponent)")
      }
      texts.append(
        String(repeating: "9", count: before) + (after == 0 ? "" : "." + String(repeating: "9", count: after))
      )
      texts.append("-0" + (after == 0 ? "" : "." + String(repeating: "0", count: after)))
    }
    // The last numbers of a document are scanned, and read, in a copy.
    let rotated = texts.suffix(30) + texts.dropLast(30)
    for texts in [texts, Array(rotated)] {
      let values = try JSON.Decoder().decode([Double].self, from: "[" + texts.joined(separator: ",") + "]")
      try #require(values.count == texts.count)
      for (text, value) in zip(texts, values) {
        #expect(value.bitPattern == expected(text)?.bitPattern, "\(text)")
        let single = try JSON.Decoder().decode([Double].self, from: "[" + text + "]")
        #expect(single.map(\.bitPattern) == [value.bitPattern], "\(text)")
      }
    }
  }

  @Test
  func `numbers without digits after the point, and with zeros before others, are refused at any length`() {
    for count in 1...40 {
      let digits = String(repeating: "7", count: count)
      for (text, offset) in [
        (digits + ".", count + 1), (digits + ".e1", count + 1), (digits + ".0e", count + 3),
        ("0" + digits, 1),
        ("-0" + digits, 2), (digits + "..5", count + 1), (digits + ".5.5", count + 2),
      ] {
        for (before, after) in [("", " "), ("[", String(repeating: " ", count: 2000))] {
          do {
            _ = try JSON.Value(parsing: before + text + after)
            Issue.record("\(text) was accepted")
          } catch {
            #expect(error.byteOffset == before.utf8.count + offset, "\(text)")
          }
        }
      }
    }
  }

  /// Numbers halfway between two doubles, and just below and above.
  @Test func `halfway cases are rounded to even`() {
    for (text, bits) in [
      ("9007199254740993", 0x4340_0000_0000_0000),
      ("9007199254740993.0000000000000000000000000001", 0x4340_0000_0000_0001),
      ("9007199254740992.9999999999999999999999999999", 0x4340_0000_0000_0000),
      ("9007199254740995", 0x4340_0000_0000_0002),
      ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF), ("2.2250738585072012e-308", 0x0010_0000_0000_0000),
      ("4.9406564584124654e-324", 1), ("2.4703282292062328e-324", 1), ("7.4109846876186982e-324", 2),
      ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF), ("1.7976931348623158e308", 0x7FEF_FFFF_FFFF_FFFF),
      ("0.500000000000000166533453693773481063544750213623046875", 0x3FE0_0000_0000_0002),
      ("3.518437208883201171875e13", 0x42C0_0000_0000_0002),
      ("62.5364939768271845828", 0x404F_44AB_D5AA_7CA4),
      ("8.10109172351e-10", 0x3E0B_D5CB_AEF0_FD0C),
      ("1.50000000000000011102230246251565", 0x3FF8_0000_0000_0000),
      ("1e23", 0x44B5_2D02_C7E1_4AF6), ("100000000000000016777215", 0x44B5_2D02_C7E1_4AF7),
      ("100000000000000016777216", 0x44B5_2D02_C7E1_4AF8),
      ("100000000000000016777217", 0x44B5_2D02_C7E1_4AF8),
    ] as [(String, UInt64)] {
      #expect(double(text)?.bitPattern == bits, "\(text)")
      #expect(double("-" + text)?.bitPattern == bits | 1 << 63, "\(text)")
      #expect(double(text)?.bitPattern == expected(text)?.bitPattern, "\(text)")
    }
    #expect(double("2.4703282292062327e-324") == nil)
    #expect(double("1.7976931348623159e308") == nil)
    #expect(double("-0")?.bitPattern == 1 << 63)
  }

  @Test func `long numbers are rounded correctly`() {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<3000 {
      let digits = (0..<Int.random(in: 20...60, using: &generator))
        .map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      for text in ["1\(digits)", "0.\(digits)1", "9.\(digits)e-300", "1\(digits)e250"] {
        #expect(double(text)?.bitPattern == expected(text)?.bitPattern, "\(text)")
      }
    }
  }

  @Test func `integers of all widths are written and read`() throws {
    for value in [Int.min, Int.min + 1, -1, 0, 1, 9, 10, 99, 100, 999_999_999, .max - 1, .max] {
      #expect(try JSON.Encoder().string(for: value) == String(value))
      #expect(try JSON.Decoder().decode(Int.self, from: String(value)) == value)
    }
    for power in 0..<UInt64(64) {
      for value in [UInt64(1) << power, (UInt64(1) << power) - 1] {
        #expect(try JSON.Encoder().string(for: value) == String(value))
        #expect(try JSON.Decoder().decode(UInt64.self, from: String(value)) == value)
      }
    }
    #expect(try JSON.Decoder().decode([Int128].self, from: "[\(Int128.min),\(Int128.max)]") == [.min, .max])
    #expect(try JSON.Encoder().string(for: [UInt128.max]) == "[\(UInt128.max)]")
  }
}
