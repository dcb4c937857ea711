/// Writers of JSON text.
enum JSONText {
  /// Appends a string in quotes.
  static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        text += #"\u00"#.utf8
        text += [hexDigit(byte >> 4), hexDigit(byte & 0xF)]
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Returns a string in quotes.
  static func string(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    write(string, to: &text)
    return text
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
