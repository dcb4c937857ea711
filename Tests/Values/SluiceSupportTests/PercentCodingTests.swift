import SluiceSupport
import Testing

/// Percent-encoding and sets of ASCII characters.
@Suite(.timeLimit(.minutes(5))) struct PercentCodingTests {
  private static let everyByte = Array(UInt8.min...UInt8.max)

  @Test func `each byte is encoded as a literal or an escape`() {
    var output: [UInt8] = []
    PercentCoding.encode(Self.everyByte.span, literals: .alphanumerics, into: &output)
    let expected = Self.everyByte.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isLiteral = character.isASCII && (character.isLetter || character.isNumber)
      let digits = String(byte, radix: 16, uppercase: true)
      return isLiteral ? String(character) : "%" + (digits.count < 2 ? "0" : "") + digits
    }
    #expect(String(decoding: output, as: UTF8.self) == expected.joined())
  }

  @Test(arguments: [true, false]) func `decoding reverses encoding`(plus: Bool) {
    var escaped: [UInt8] = []
    PercentCoding.encode(Self.everyByte.span, literals: ASCIISet("az~"), spaceAsPlus: plus, into: &escaped)
    var output: [UInt8] = [0]
    #expect(PercentCoding.decode(escaped.span, plusAsSpace: plus, into: &output) == nil)
    #expect(output == [0] + Self.everyByte)
  }

  @Test(
    arguments: [
      ("%", "%", 0), ("a%", "a%", 1), ("%4", "%4", 0), ("%4g", "%4g", 0), ("%g4", "%g4", 0),
      ("%%41%", "%A%", 0),
      ("%41%4", "A%4", 3), ("%aF%Af", "\u{AF}\u{AF}", nil), ("", "", nil),
      ("%/0%:0%@0%G0%`0", "%/0%:0%@0%G0%`0", 0),
    ] as [(String, String, Int?)])
  func `a malformed escape is kept, and the first one is reported`(
    text: String, decoded: String, position: Int?
  ) {
    var output: [UInt8] = []
    #expect(PercentCoding.decode(text.utf8.span, into: &output) == position)
    #expect(output == decoded.unicodeScalars.map { UInt8($0.value) })
  }

  @Test(arguments: [
    ("a%2fé", "a%2F%C3%A9"), ("%", "%25"), ("%4", "%254"), ("%4g%", "%254g%25"), ("%%41", "%25%41"), ("", ""),
    ("%C3%28", "%C3%28"), ("b a", "%62%20a"),
  ]) func `text with escapes is normalized`(text: String, normal: String) {
    var output: [UInt8] = []
    PercentCoding.normalize(text.utf8.span, literals: ASCIISet("a4g"), into: &output)
    #expect(String(decoding: output, as: UTF8.self) == normal)
    var again: [UInt8] = []
    PercentCoding.normalize(output.span, literals: ASCIISet("a4g"), into: &again)
    #expect(again == output)
  }

  @Test func `the offset of a decoded byte in the escaped text is found`() {
    let escaped = "a%41%FF+b"
    #expect((0...5).map { PercentCoding.escapedOffset(of: $0, in: escaped.utf8.span) } == [0, 1, 4, 7, 8, 9])
  }

  @Test func `sets hold only ASCII characters`() {
    let set = ASCIISet("\0?@\u{7F}é")
    #expect(Self.everyByte.filter(set.contains) == [0, 63, 64, 127])
    #expect(Self.everyByte.filter(ASCIISet.controls.contains) == Array(0...31) + [127])
    #expect(set.subtracting(.controls) == ASCIISet("?@"))
    #expect(ASCIISet("a").union(ASCIISet("1")) == ASCIISet("1a"))
  }
}
