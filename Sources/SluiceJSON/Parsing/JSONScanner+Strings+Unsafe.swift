// SAFETY: The proof of ``JSONScanner`` applies: the position never exceeds the end of the document, which
// ``JSONDocument/padding`` zeros follow, and a block has half as many bytes.

extension JSONScanner {
  /// Scans the string whose opening quotation mark is at ``position``.
  @inline(__always)
  mutating func scanString() throws(Failure) {
    position += 1
    let start = position
    passPlainCharacters()
    let kind = byte == UInt8(ascii: "\"") ? JSONEntry.Kind.string : try scanOtherString()
    append(JSONEntry(kind, offset: start, length: position - start))
    position += 1
  }

  /// Skips ASCII characters that need no special treatment.
  @inline(__always)
  private mutating func passPlainCharacters() {
    while true {
      let count = unsafe JSONBlock(at: bytes + position).plainCount
      position += count
      if count < JSONBlock.size { return }
    }
  }

  /// Scans the rest of a string up to its closing quotation mark.
  ///
  /// - Precondition: The byte at ``position`` is not plain: it is not ASCII, begins an escape, or is an error.
  /// - Returns: The kind of the string.
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
      // Invalid UTF-8 before the error takes precedence, since it comes first in the text.
      throw invalidCharacter(in: start..<error.offset) ?? error
    }
    if let failure = invalidCharacter(in: start..<position) { throw failure }
    return kind
  }

  /// Returns whether a character after a backslash completes an escape of two bytes.
  @inline(__always)
  private static func isShortEscape(_ byte: UInt8) -> Bool {
    // A bit for each of the characters " and / below 64, and for each of \ b f n r t above.
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
      // The other half may be missing because the text ends.
      let isCutShort = position == count || byte == UInt8(ascii: "\\") && position + 1 == count
      throw isCutShort ? Failure(code: .unexpectedEnd, offset: count) : lone
    }
    guard try scanHexadecimalEscape() & 0xFC00 == 0xDC00 else { throw lone }
  }

  /// Scans an escape of the form `\uXXXX` and returns its code unit.
  ///
  /// - Precondition: The bytes at ``position`` are `\u`.
  private mutating func scanHexadecimalEscape() throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for distance in 2..<6 {
      guard let digit = Self.hexadecimalValue(byte(after: distance)) else { throw invalidEscape() }
      unit = unit << 4 | digit
    }
    position += 6
    return unit
  }

  /// Returns the value of a hexadecimal digit, or `nil` for any other character.
  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Returns the error for the escape at ``position``.
  ///
  /// The error is an unexpected end if the text ends within an escape that is valid so far.
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
