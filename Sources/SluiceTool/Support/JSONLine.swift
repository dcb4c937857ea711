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

  /// The object and a line feed, in UTF-8.
  var bytes: [UInt8] {
    var bytes = Array("{".utf8)
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      Self.write(.string(name), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      Self.write(value, to: &bytes)
    }
    return bytes + Array("}\n".utf8)
  }

  private static func write(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .number(let number): bytes += "\(number)".utf8
    case .string(let string): write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
