/// Conversion of UTF-16 bytes to UTF-8.
package enum UTF16Bytes {
  /// A lone surrogate or half a code unit, with the position at which it begins.
  package struct Malformed: Error {
    package let byteOffset: Int
  }

  /// Returns the bytes from `start` on as UTF-8.
  package static func utf8(
    _ bytes: Span<UInt8>, from start: Int = 0, isBigEndian: Bool
  ) throws(Malformed) -> [UInt8] {
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    var position = start
    var malformed: Malformed?
    // A code unit takes at most three bytes of UTF-8, and a surrogate pair takes four.
    let text = [UInt8](capacity: (bytes.count - start) / 2 * 3) { output in
      while position + 2 <= bytes.count {
        let unit = UInt16(bytes[position + high]) << 8 | UInt16(bytes[position + low])
        guard UTF16.isSurrogate(unit) else {
          output.append(codeUnit: unit)
          position += 2
          continue
        }
        guard UTF16.isLeadSurrogate(unit), position + 4 <= bytes.count else { break }
        let trail = UInt16(bytes[position + 2 + high]) << 8 | UInt16(bytes[position + 2 + low])
        guard UTF16.isTrailSurrogate(trail) else { break }
        output.append(lead: unit, trail: trail)
        position += 4
      }
      if position < bytes.count { malformed = Malformed(byteOffset: position) }
    }
    if let malformed { throw malformed }
    return text
  }
}

extension OutputSpan<UInt8> {
  /// Appends the UTF-8 of a code unit that is not a surrogate.
  #if compiler(<6.3)
    @_lifetime(self: copy self)
  #endif
  package mutating func append(codeUnit unit: UInt16) {
    switch unit {
    case ..<0x80:
      append(UInt8(unit))
    case 0x80..<0x800:
      append(0xC0 | UInt8(unit >> 6))
      append(continuation(UInt32(unit)))
    default:
      append(0xE0 | UInt8(unit >> 12))
      append(continuation(UInt32(unit) >> 6))
      append(continuation(UInt32(unit)))
    }
  }

  /// Appends the UTF-8 of a surrogate pair.
  #if compiler(<6.3)
    @_lifetime(self: copy self)
  #endif
  fileprivate mutating func append(lead: UInt16, trail: UInt16) {
    let scalar = 0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(trail & 0x3FF))
    append(0xF0 | UInt8(scalar >> 18))
    append(continuation(scalar >> 12))
    append(continuation(scalar >> 6))
    append(continuation(scalar))
  }

  /// A continuation byte with the lowest six bits of `bits`.
  private func continuation(_ bits: UInt32) -> UInt8 { 0x80 | UInt8(bits & 0x3F) }
}
