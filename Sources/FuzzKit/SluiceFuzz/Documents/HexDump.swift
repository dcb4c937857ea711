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
