/// A writer of queries whose pairs an input chooses.
enum QueryDocumentWriter {
  static func document(from input: inout FuzzInput) -> [UInt8] {
    var text: [UInt8] = []
    for index in 0..<input.integer(in: 0...6) {
      if index > 0 { text.append(UInt8(ascii: "&")) }
      write(string(from: &input), to: &text, &input)
      for _ in 0..<input.byte() % 4 {
        // The index of an array, the key of a nested object, or the next element.
        let part = input.choice(of: [[UInt8](), [UInt8(ascii: "0")], string(from: &input)])
        text += input.bool() ? Array("%5B".utf8) : Array("[".utf8)
        write(part, to: &text, &input)
        text += "]".utf8
      }
      if input.choice(of: [true, true, true, false]) { text.append(UInt8(ascii: "=")) }
      write(string(from: &input), to: &text, &input)
    }
    return text
  }

  private static func string(from input: inout FuzzInput) -> [UInt8] { input.bytes(Int(input.byte() % 12)) }

  /// Appends text in which every byte that needs it is escaped.
  private static func write(_ bytes: [UInt8], to text: inout [UInt8], _ input: inout FuzzInput) {
    let digits = Array((input.bool() ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.append(byte)
      case 0x20: text.append(UInt8(ascii: "+"))
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
  }
}
