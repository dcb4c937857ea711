/// Percent-encoding and percent-decoding of bytes (RFC 3986, section 2.1).
package enum PercentCoding {
  /// Appends `bytes`: those in `literals` as they are, a space as `+` where asked, every other byte as `%`
  /// and two upper-case hexadecimal digits.
  package static func encode(
    _ bytes: Span<UInt8>, literals: ASCIISet, spaceAsPlus: Bool = false, into output: inout [UInt8]
  ) {
    for position in bytes.indices {
      let byte = bytes[position]
      if literals.contains(byte) {
        output.append(byte)
      } else if spaceAsPlus, byte == UInt8(ascii: " ") {
        output.append(UInt8(ascii: "+"))
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(hexDigit(byte >> 4))
        output.append(hexDigit(byte & 0xF))
      }
    }
  }

  /// Appends `bytes` with each `%` and its two hexadecimal digits as the byte they stand for, and `+` as a
  /// space where asked. A `%` without two digits stays as it is (the URL standard's percent-decode).
  ///
  /// - Returns: The position of the first `%` without two digits, or nil.
  @discardableResult
  package static func decode(
    _ bytes: Span<UInt8>, plusAsSpace: Bool = false, into output: inout [UInt8]
  ) -> Int? {
    var malformed: Int?
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "%") {
        if position + 2 < bytes.count, let high = hexValue(bytes[position + 1]),
          let low = hexValue(bytes[position + 2])
        {
          output.append(high << 4 | low)
          position += 3
          continue
        }
        malformed = malformed ?? position
      }
      output.append(plusAsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      position += 1
    }
    return malformed
  }

  /// Where the byte is escaped, in well-formed `bytes`, that `decode` puts at `offset`.
  package static func escapedOffset(of offset: Int, in bytes: Span<UInt8>) -> Int {
    var position = 0
    for _ in 0..<offset where position < bytes.count {
      position += bytes[position] == UInt8(ascii: "%") ? 3 : 1
    }
    return position
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
