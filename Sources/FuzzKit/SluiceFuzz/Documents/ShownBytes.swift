/// Bytes as hexadecimal digits.
package enum HexDump {
  /// Returns rows of 16 bytes, each with its offset and with printable ASCII at the end.
  package static func rows(of bytes: ArraySlice<UInt8>) -> String {
    var rows = ""
    var rest = bytes
    while !rest.isEmpty {
      let row = rest.prefix(16)
      let digits = row.map { padded(UInt64($0), count: 2) }
      let padding = String(repeating: "   ", count: 16 - row.count)
      let text = String(
        decoding: row.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
      let offset = padded(UInt64(row.startIndex - bytes.startIndex), count: 8)
      rows += "\(offset)  \(digits.joined(separator: " "))\(padding)  |\(text)|\n"
      rest = rest.dropFirst(16)
    }
    return rows
  }

  /// Returns the first bytes in one line.
  package static func line(of bytes: [UInt8], upTo limit: Int = 64) -> String {
    let digits = bytes.prefix(limit).map { padded(UInt64($0), count: 2) }.joined(separator: " ")
    return bytes.count > limit ? "\(digits) … (\(bytes.count) bytes)" : digits
  }

  private static func padded(_ number: UInt64, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

/// Bytes as Swift code.
package enum SwiftLiteral {
  /// Returns an expression of the type `[UInt8]`: the UTF-8 bytes of a string literal if the bytes are text, otherwise
  /// an array literal.
  package static func of(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "[]" }
    let text = String(decoding: bytes, as: UTF8.self)
    // The scalars are printable, so that an editor does not change them.
    guard text.utf8.elementsEqual(bytes), text.unicodeScalars.allSatisfy(isText) else {
      return "[" + bytes.map { "\($0)" }.joined(separator: ", ") + "]"
    }
    return "Array(\"" + text.unicodeScalars.map(escaped).joined() + "\".utf8)"
  }

  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\r" || scalar == "\n" || scalar == "\t" || scalar == "\0"
      || scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
      || scalar.properties.isAlphabetic
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\r": "\\r"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\0": "\\0"
    case "\"": "\\\""
    case "\\": "\\\\"
    default: String(scalar)
    }
  }
}

/// The hash function FNV-1a of 64 bits, which gives equal bytes the same hash in each process and version.
enum FNV1a {
  static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
