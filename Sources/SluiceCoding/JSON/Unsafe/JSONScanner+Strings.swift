extension JSONScanner {
  @inline(__always)
  mutating func scanString() throws(Failure) {
    position += 1
    let start = position
    passPlainCharacters()
    let kind = byte == UInt8(ascii: "\"") ? JSONEntry.Kind.string : try scanOtherString()
    append(JSONEntry(kind, offset: start, length: position - start))
    position += 1
  }

  /// Passes characters that are ASCII and stand for themselves.
  @inline(__always)
  private mutating func passPlainCharacters() {
    while true {
      let count = unsafe JSONBlock(at: bytes + position).plainCount
      position += count
      if count < JSONBlock.size { return }
    }
  }

  /// Goes on to a string's closing quotation mark, from its first character on that is not ASCII or begins an escape.
  @inline(never)
  private mutating func scanOtherString() throws(Failure) -> JSONEntry.Kind {
    let start = position
    var kind = JSONEntry.Kind.unicode
    do throws(Failure) {
      scan: while true {
        let block = position
        var syntax = unsafe JSONBlock(at: bytes + block).syntax
        var next = block + JSONBlock.size
        while syntax != 0 {
          position = block + syntax.trailingZeroBitCount
          if byte == UInt8(ascii: "\"") { break scan }
          try scanEscape()
          kind = .escaped
          next = max(next, position)
          syntax &= .max << UInt32(truncatingIfNeeded: position - block)
        }
        position = next
      }
    } catch {
      // What is no UTF-8 before it comes first.
      throw invalidCharacter(in: start..<error.offset) ?? error
    }
    if let failure = invalidCharacter(in: start..<position) { throw failure }
    return kind
  }

  /// Whether a character makes an escape with the backslash before it alone.
  @inline(__always)
  private static func isShortEscape(_ byte: UInt8) -> Bool {
    // A bit for each of "/ and for each of \bfnrt.
    let characters: UInt64 = byte < 64 ? 1 << 34 | 1 << 47 : 0x0014_4044_1000_0000
    return byte < 128 && characters >> UInt64(byte & 63) & 1 == 1
  }

  @inline(__always)
  private mutating func scanEscape() throws(Failure) {
    if byte == UInt8(ascii: "\\"), Self.isShortEscape(byte(after: 1)) {
      position += 2
    } else {
      try scanLongEscape()
    }
  }

  @inline(never)
  private mutating func scanLongEscape() throws(Failure) {
    guard byte == UInt8(ascii: "\\") else {
      throw Failure(code: position < count ? .controlCharacter : .unexpectedEnd, offset: position)
    }
    guard byte(after: 1) == UInt8(ascii: "u") else { throw invalidEscape() }
    let unit = try scanHexadecimalEscape()
    guard unit & 0xF800 == 0xD800 else { return }
    let lone = Failure(code: .loneSurrogate, offset: position - 6)
    guard unit < 0xDC00 else { throw lone }
    guard byte == UInt8(ascii: "\\"), byte(after: 1) == UInt8(ascii: "u") else {
      // The text may end before the other half does.
      let isCutShort = position == count || byte == UInt8(ascii: "\\") && position + 1 == count
      throw isCutShort ? Failure(code: .unexpectedEnd, offset: count) : lone
    }
    guard try scanHexadecimalEscape() & 0xFC00 == 0xDC00 else { throw lone }
  }

  /// Passes `\uXXXX`, whose first two characters are known to be there.
  private mutating func scanHexadecimalEscape() throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for distance in 2..<6 {
      guard let digit = Self.hexadecimalValue(byte(after: distance)) else { throw invalidEscape() }
      unit = unit << 4 | digit
    }
    position += 6
    return unit
  }

  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// At a backslash. The text may end within what could have become an escape.
  private func invalidEscape() -> Failure {
    for distance in 1..<6 where position + distance >= count {
      let isBegun = (1..<distance).allSatisfy {
        $0 == 1 ? byte(after: $0) == UInt8(ascii: "u") : Self.hexadecimalValue(byte(after: $0)) != nil
      }
      if isBegun { return Failure(code: .unexpectedEnd, offset: count) }
    }
    return Failure(code: .invalidEscape, offset: position)
  }
}
