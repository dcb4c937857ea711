/// A writer of JSON documents whose values an input chooses.
enum JSONDocumentWriter {
  private static let maximumDepth = 32
  private static let blanks: [[UInt8]] = [[], [], [], [0x20], [0x0A], [0x09, 0x0D]]

  static func document(from input: inout FuzzInput) -> [UInt8] {
    var text: [UInt8] = []
    write(to: &text, from: &input, depth: 0)
    return text
  }

  private static func write(to text: inout [UInt8], from input: inout FuzzInput, depth: Int) {
    switch input.byte() % (depth < maximumDepth ? 10 : 6) {
    case 0: text += "null".utf8
    case 1: text += (input.bool() ? "true" : "false").utf8
    case 2: text += input.choice(of: JSONEdgeCases.numbers)
    case 3: text += "\(input.integer(in: -1000...1000))".utf8
    case 4: text += input.choice(of: JSONEdgeCases.strings)
    case 5: JSONText.write(string(from: &input), to: &text)
    case 6, 7: writeList("[", "]", to: &text, from: &input) { write(to: &$0, from: &$1, depth: depth + 1) }
    default:
      writeList("{", "}", to: &text, from: &input) { text, input in
        JSONText.write(string(from: &input), to: &text)
        text.append(UInt8(ascii: ":"))
        write(to: &text, from: &input, depth: depth + 1)
      }
    }
  }

  private static func writeList(
    _ open: String, _ close: String, to text: inout [UInt8], from input: inout FuzzInput,
    _ writeElement: (inout [UInt8], inout FuzzInput) -> Void
  ) {
    text += open.utf8
    for index in 0..<Int(input.byte() % 6) {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += input.choice(of: blanks)
      writeElement(&text, &input)
    }
    text += close.utf8
  }

  private static func string(from input: inout FuzzInput) -> String {
    String(decoding: input.bytes(Int(input.byte() % 16)), as: UTF8.self)
  }
}
