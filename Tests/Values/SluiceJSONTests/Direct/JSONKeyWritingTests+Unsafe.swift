import SluiceTestSupport
import Testing

@testable import SluiceJSON

/// The text of keys and strings of every length.
///
/// SAFETY: Pointers are used only while the arrays that they point into exist.
@Suite(.timeLimit(.minutes(5))) struct JSONKeyWritingTests {
  private func letters(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) } }

  @Test func `keys of every length are written with commas between them`() {
    for length in 0...300 {
      let key = letters(length)
      let buffer = JSONBuffer()
      buffer.append(UInt8(ascii: "{"))
      for number in 0..<12 {
        unsafe key.withUnsafeBufferPointer { text in
          var empty: UInt8 = 0
          unsafe withUnsafePointer(to: &empty) {
            unsafe buffer.appendPlainKey(text.baseAddress ?? $0, count: length)
          }
        }
        buffer.append(integer: Int64(number))
      }
      let expected = (0..<12).map { [0x22] + key + Array("\":\($0)".utf8) }.joined(separator: [0x2C])
      #expect(buffer.array == [0x7B] + Array(expected), "\(length)")
    }
  }

  @Test func `a character to escape is found at every place of a key`() {
    for length in 1...64 {
      let key = letters(length)
      #expect(unsafe key.withUnsafeBufferPointer { unsafe needsNone($0) }, "\(length)")
      for place in 0..<length {
        for special: UInt8 in [0x22, 0x2F, 0x5C, 0x00, 0x1F] {
          var key = key
          key[place] = special
          #expect(
            unsafe !key.withUnsafeBufferPointer { unsafe needsNone($0) },
            "\(special) at \(place) of \(length)")
        }
      }
    }
    #expect(unsafe !letters(65).withUnsafeBufferPointer { unsafe needsNone($0) })
  }

  private func needsNone(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = key.baseAddress else { return true }
    return unsafe JSONWord.needNoEscape(start, count: key.count)
  }

  /// A type with long keys, of which some need escapes.
  private struct LongKeys: Codable, JSONWritable {
    var values = [1, 2, 3, 4, 5, 6]

    enum CodingKeys: String, CodingKey {
      case a = "0123456789012345678901234567890123456789012345678901234567890123"
      case b = "01234567890123456789012345678901234567890123456789012345678901234"
      case c = "a/b"
      case d = "quoted \" \\ \n"
      case e =
        "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567/9"
      case f =
        "äöü345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234\u{1}"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      for (key, value) in zip([CodingKeys.a, .b, .c, .d, .e, .f], values) {
        try container.encode(value, forKey: key)
      }
    }

    init() {}
    init(from decoder: any Decoder) throws {}

    func write(to writer: inout JSON.Writer) throws {
      try writer.beginObject()
      try writer.write("0123456789012345678901234567890123456789012345678901234567890123", values[0])
      try writer.write("01234567890123456789012345678901234567890123456789012345678901234", values[1])
      try writer.write("a/b", values[2])
      try writer.write("quoted \" \\ \n", values[3])
      try writer.write(
        "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567/9",
        values[4])
      try writer.write(
        "äöü345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234\u{1}",
        values[5])
      writer.endObject()
    }
  }

  @Test(arguments: [JSON.OutputFormatting(), .withoutEscapingSlashes])
  func `long keys, and keys to escape, are the same each time`(formatting: JSON.OutputFormatting) throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = formatting
    // The later ones are known to the encoder.
    let values = Array(repeating: LongKeys(), count: 5)
    #expect(try encoder.string(for: values) == encoder.throughCodable.string(for: values))
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.string(for: values) == encoder.throughCodable.string(for: values))
  }

  @Test func `a set of keys knows only those that it was given`() {
    var keys = JSONPlainKeys()
    #expect(!keys.contains("a") && !keys.contains(""))
    keys.insert("some key")
    let text: StaticString = "another key"
    #expect(!keys.contains(text))
    keys.insert(text)
    #expect(keys.contains(text))
  }

  @Test func `this version of Swift keeps short strings in two words`() {
    for text in ["", "a", "0123456", "01234567", "012345678", "0123456789ABCDE", "ä", "ööööööö", "日本語日本"] {
      guard let short = JSONShortString(text) else {
        Issue.record("\(text) is elsewhere")
        continue
      }
      #expect(short.count == text.utf8.count)
      let bytes = [short.words[0], short.words[1]].flatMap { word in
        unsafe withUnsafeBytes(of: word) { unsafe Array($0) }
      }
      #expect(Array(bytes.prefix(short.count)) == Array(text.utf8))
    }
    #expect(JSONShortString("0123456789ABCDEF") == nil)
  }

  @Test func `short strings that are read are the same words as those of the standard library`() throws {
    for text in (0...16).map({ String("0123456789ABCDEF".prefix($0)) }) {
      let read = try JSON.Decoder().decode([String].self, from: "[\"\(text)\", \"other text\"]")
      #expect(read == [text, "other text"])
      let known = text.utf8.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
      let (short, expected) = (JSONShortString(read[0]), JSONShortString(known))
      #expect(short?.words == expected?.words && short?.count == expected?.count)
      #expect((short == nil) == (text.utf8.count > 15))
    }
  }

  @Test func `short strings that are not kept in two words are written the same way`() throws {
    for length in 0...20 {
      for special in ["", "\"", "/", "\n", "é"] {
        var text = String(repeating: "x", count: length) + special + String(repeating: "y", count: 40)
        text.removeLast(40)
        let copy = String(decoding: Array(text.utf8), as: UTF8.self)
        #expect(try JSON.Encoder().encode(text) == JSON.Encoder().encode(copy), "\(length) \(special)")
      }
    }
  }
}
