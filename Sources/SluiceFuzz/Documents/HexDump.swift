/// Bytes in hexadecimal beside their text, 16 in a line.
package enum HexDump {
  /// Returns lines such as `000010  5b 31 2c 5d    [1,]`.
  package static func of(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count, by: 16).map { start in
      let line = bytes[start..<min(start + 16, bytes.count)]
      let digits = line.map { hexadecimal(Int($0), width: 2) }.joined(separator: " ")
      let text = String(decoding: line.map { 0x20..<0x7F ~= $0 ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
      return
        "\(hexadecimal(start, width: 6))  \(digits)\(String(repeating: " ", count: 49 - digits.count))\(text)"
    }.joined(separator: "\n")
  }

  private static func hexadecimal(_ number: Int, width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
