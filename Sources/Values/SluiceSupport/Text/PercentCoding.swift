/// Percent-encoding and percent-decoding of bytes (RFC 3986 §2.1).
package enum PercentCoding {
  /// Appends `bytes` in percent-encoding.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to encode.
  ///   - literals: The characters to append unchanged. Every other byte becomes `%` and two upper-case hexadecimal
  ///     digits.
  ///   - spaceAsPlus: Whether a space becomes `+`. Defaults to false.
  ///   - output: The bytes to append to.
  package static func encode(
    _ bytes: Span<UInt8>, literals: ASCIISet, spaceAsPlus: Bool = false, into output: inout [UInt8]
  ) {
    // Adding no capacity to an empty array writes to storage that all empty arrays share.
    guard !bytes.isEmpty else { return }
    let space = UInt8(ascii: " ")
    var byteCount = bytes.count
    for position in bytes.indices {
      let byte = bytes[position]
      if !literals.contains(byte), !spaceAsPlus || byte != space { byteCount += 2 }
    }
    output.append(addingCapacity: byteCount) { output in
      for position in bytes.indices {
        let byte = bytes[position]
        if literals.contains(byte) {
          output.append(byte)
        } else if spaceAsPlus, byte == space {
          output.append(UInt8(ascii: "+"))
        } else {
          appendEscape(of: byte, to: &output)
        }
      }
    }
  }

  /// Whether `decode` changes some of `bytes`, or finds a malformed escape.
  package static func isEscaped(_ bytes: Span<UInt8>, plusAsSpace: Bool = false) -> Bool {
    for position in bytes.indices {
      let byte = bytes[position]
      if byte == UInt8(ascii: "%") || plusAsSpace && byte == UInt8(ascii: "+") { return true }
    }
    return false
  }

  /// Appends `bytes` with each `%` and its two hexadecimal digits replaced by the byte that they stand for.
  ///
  /// A `%` without two digits is kept (the URL standard's “percent-decode”).
  ///
  /// - Parameters:
  ///   - bytes: The bytes to decode.
  ///   - plusAsSpace: Whether `+` becomes a space. Defaults to false.
  ///   - output: The bytes to append to.
  /// - Returns: The position of the first `%` without two digits, or `nil` if there is none.
  @discardableResult
  package static func decode(
    _ bytes: Span<UInt8>, plusAsSpace: Bool = false, into output: inout [UInt8]
  ) -> Int? {
    guard !bytes.isEmpty else { return nil }
    var malformed: Int?
    output.append(addingCapacity: bytes.count) { output in
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        if byte == UInt8(ascii: "%") {
          if let escaped = escapedByte(at: position + 1, in: bytes) {
            output.append(escaped)
            position += 3
            continue
          }
          malformed = malformed ?? position
        }
        output.append(plusAsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        position += 1
      }
    }
    return malformed
  }

  /// Appends the normal form of text that may have escapes: escapes get upper-case digits, any other `%` becomes `%25`,
  /// bytes in `literals` stay, and every other byte is escaped.
  ///
  /// - Parameter literals: Has no `%`.
  package static func normalize(_ bytes: Span<UInt8>, literals: ASCIISet, into output: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    // At most three bytes for each.
    output.append(addingCapacity: bytes.count * 3) { output in
      var position = 0
      while position < bytes.count {
        var byte = bytes[position]
        position += 1
        if literals.contains(byte) {
          output.append(byte)
          continue
        }
        if byte == UInt8(ascii: "%"), let escaped = escapedByte(at: position, in: bytes) {
          byte = escaped
          position += 2
        }
        appendEscape(of: byte, to: &output)
      }
    }
  }

  /// Returns the position in well-formed `bytes` of the byte or escape that `decode` turns into the byte at `offset`.
  package static func escapedOffset(of offset: Int, in bytes: Span<UInt8>) -> Int {
    var position = 0
    for _ in 0..<offset where position < bytes.count {
      position += bytes[position] == UInt8(ascii: "%") ? 3 : 1
    }
    return position
  }

  private static func appendEscape(of byte: UInt8, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "%"))
    output.append(hexDigit(byte >> 4))
    output.append(hexDigit(byte & 0xF))
  }

  /// The byte that two hexadecimal digits stand for, or `nil` if there are not two.
  package static func escapedByte(at position: Int, in bytes: Span<UInt8>) -> UInt8? {
    guard position + 1 < bytes.count, let high = hexValue(bytes[position]),
      let low = hexValue(bytes[position + 1])
    else { return nil }
    return high << 4 | low
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
