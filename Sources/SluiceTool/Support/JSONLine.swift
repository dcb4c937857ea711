/// An object on one line of JSON (RFC 8259), members in their order.
struct JSONLine: ExpressibleByArrayLiteral {
  enum Value {
    case null
    case number(Int64)
    case string(String)
    case array([Value])

    static func optional(_ text: String?) -> Value { text.map(Value.string) ?? .null }

    static func pairs(_ pairs: [(name: String, value: String)]) -> Value {
      .array(pairs.map { .array([.string($0.name), .string($0.value)]) })
    }
  }

  private let members: [(name: String, value: Value)]

  init(arrayLiteral members: (name: String, value: Value)...) { self.members = members }

  var text: String {
    var text = "{"
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { text += "," }
      Self.write(.string(name), to: &text)
      text += ":"
      Self.write(value, to: &text)
    }
    return text + "}"
  }

  private static func write(_ value: Value, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .number(let number): text += "\(number)"
    case .string(let string): write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        write(element, to: &text)
      }
      text += "]"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
