import SluiceTestSupport

/// A generator of documents that are the same for a seed.
enum RandomJSON {
  static func document(depth: Int, using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0: return "null"
    case 1: return Bool.random(using: &generator) ? "true" : "false"
    case 2, 3: return number(using: &generator)
    case 4, 5, 6: return string(using: &generator)
    case 7:
      return
        "["
        + (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          space(using: &generator) + document(depth: depth - 1, using: &generator)
        }.joined(separator: ",") + "]"
    default:
      return
        "{"
        + (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          space(using: &generator) + string(using: &generator) + space(using: &generator) + ":"
            + document(depth: depth - 1, using: &generator)
        }.joined(separator: ",") + "}"
    }
  }

  static func number(using generator: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      (0..<Int.random(in: range, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      .joined()
    }
    var text = Bool.random(using: &generator) ? "-" : ""
    let whole = digits(1...Int.random(in: 1...22, using: &generator)).drop { $0 == "0" }
    text += whole.isEmpty ? "0" : whole
    if Int.random(in: 0..<3, using: &generator) == 0 { text += "." + digits(1...20) }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      text += ["e", "E", "e-", "e+"].randomElement(using: &generator) ?? "e"
      text += String(Int.random(in: 0...330, using: &generator))
    }
    return text
  }

  static func string(using generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "b", "key", "\\n", "\\\"", "\\\\", "/", "\\/", "é", "日本", "😀", "\\ud83d\\ude00", "\\u00e9", " ",
      "0123456789",
      "e\u{301}", "\u{7f}", "\\u0000", "\\b\\f\\r\\t",
    ]
    return "\""
      + (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      .joined() + "\""
  }

  private static func space(using generator: inout SeededGenerator) -> String {
    ["", "", "", " ", "\n", "\r\n\t"].randomElement(using: &generator) ?? ""
  }
}
