internal import SluiceErrors

// SAFETY: The proof of ``JSONScanner`` applies. A block has half as many bytes as ``JSONDocument/padding``.

extension JSONScanner {
  /// Scans a string and returns the position after it.
  ///
  /// - Parameter quote: The position of its opening quotation mark.
  @inline(__always)
  mutating func scanString(at quote: Int) throws(Failure) -> Int {
    var block = quote &+ 1
    let length = unsafe Self.passPlainCharacters(of: bytes, from: &block, upTo: limit)
    return try finishString(from: quote &+ 1, to: block &+ length)
  }

  /// Moves a position past blocks of ASCII characters that need no special treatment.
  ///
  /// - Returns: The number of such characters in the block after those, or 0 if that block starts after `limit`.
  @inline(__always)
  static func passPlainCharacters(
    of bytes: UnsafePointer<UInt8>, from position: inout Int, upTo limit: Int
  ) -> Int {
    repeat {
      let count = unsafe JSONBlock(at: bytes + position).plainCount
      if count < JSONBlock.size { return count }
      position &+= JSONBlock.size
    } while position <= limit
    return 0
  }

  /// Scans the rest of a string and returns the position after it.
  ///
  /// - Parameters:
  ///   - start: The position of its first character.
  ///   - end: The position of its first character that is not plain, or of its closing quotation mark.
  @inline(__always)
  mutating func finishString(from start: Int, to end: Int) throws(Failure) -> Int {
    var (kind, end) = (JSONEntry.Kind.string, end)
    if byte(at: end) != UInt8(ascii: "\"") { (kind, end) = try scanOtherString(from: end) }
    append(JSONEntry(kind, offset: start, length: end &- start))
    return end &+ 1
  }

  /// Scans the rest of a string up to its closing quotation mark.
  ///
  /// - Precondition: The byte at `start` is not plain: it is not ASCII, starts an escape, or is an error. Or it is
  ///   after ``limit``.
  /// - Returns: The kind of the string, and the position of the quotation mark.
  @inline(never)
  private mutating func scanOtherString(from start: Int) throws(Failure) -> (JSONEntry.Kind, Int) {
    var start = start
    if start > limit {
      continueInCopy(from: start)
      let length = unsafe Self.passPlainCharacters(of: bytes, from: &start, upTo: limit)
      start &+= length
      if byte(at: start) == UInt8(ascii: "\"") { return (.string, start) }
    }
    var position = start
    var kind = JSONEntry.Kind.unicode
    var nonASCII: UInt32 = 0
    do throws(Failure) {
      scan: while true {
        let block = position
        // The characters from the start of the range are read again.
        if block > limit { continueInCopy(from: start) }
        let text = unsafe JSONBlock(at: bytes + block)
        nonASCII |= text.nonASCII
        var syntax = text.syntax
        var next = block &+ JSONBlock.size
        while syntax != 0 {
          position = block &+ syntax.trailingZeroBitCount
          if byte(at: position) == UInt8(ascii: "\"") { break scan }
          position = try self.text.passEscape(at: position)
          kind = .escaped
          next = max(next, position)
          syntax &= .max << UInt32(truncatingIfNeeded: position &- block)
        }
        position = next
      }
    } catch {
      // Invalid UTF-8 before the error takes precedence, since it comes first in the text.
      throw text.invalidCharacter(in: start..<error.offset) ?? error
    }
    if nonASCII != 0, let failure = text.invalidCharacter(in: start..<position) { throw failure }
    return (kind, position)
  }
}

extension JSONScanner.Text {
  /// Returns whether a character after a backslash completes an escape of two bytes.
  @inline(__always)
  private static func isShortEscape(_ byte: UInt8) -> Bool {
    // A bit for each of the characters " and / below 64, and for each of \ b f n r t above.
    let characters: UInt64 = byte < 64 ? 1 << 34 | 1 << 47 : 0x0014_4044_1000_0000
    return byte < 128 && characters >> UInt64(byte & 63) & 1 == 1
  }

  /// Returns the position after an escape.
  ///
  /// - Precondition: The byte at `start` is a backslash or a control character.
  @inline(__always)
  fileprivate func passEscape(at start: Int) throws(JSONScanner.Failure) -> Int {
    if byte(at: start) == UInt8(ascii: "\\") {
      let letter = byte(at: start &+ 1)
      if Self.isShortEscape(letter) { return start &+ 2 }
      if letter == UInt8(ascii: "u"), let unit = unsafe JSONWord.hexadecimal(at: bytes + (start &+ 2)),
        unit & 0xF800 != 0xD800
      {
        return start &+ 6
      }
    }
    return try passOtherEscape(at: start)
  }

  @inline(never)
  private func passOtherEscape(at start: Int) throws(JSONScanner.Failure) -> Int {
    guard byte(at: start) == UInt8(ascii: "\\") else {
      throw JSONScanner.Failure(code: start < count ? .controlCharacter : .unexpectedEnd, offset: start)
    }
    guard byte(at: start + 1) == UInt8(ascii: "u") else { throw invalidEscape(at: start) }
    let unit = try hexadecimalEscape(at: start)
    let end = start + 6
    guard unit & 0xF800 == 0xD800 else { return end }
    let lone = JSONScanner.Failure(code: .loneSurrogate, offset: start)
    guard unit < 0xDC00 else { throw lone }
    guard byte(at: end) == UInt8(ascii: "\\"), byte(at: end + 1) == UInt8(ascii: "u") else {
      // The other half may be missing because the text ends.
      let isCutShort = end == count || byte(at: end) == UInt8(ascii: "\\") && end + 1 == count
      throw isCutShort ? JSONScanner.Failure(code: .unexpectedEnd, offset: count) : lone
    }
    guard try hexadecimalEscape(at: end) & 0xFC00 == 0xDC00 else { throw lone }
    return end + 6
  }

  /// Returns the code unit of an escape of the form `\uXXXX`.
  ///
  /// - Precondition: The bytes at `start` are `\u`.
  private func hexadecimalEscape(at start: Int) throws(JSONScanner.Failure) -> UInt32 {
    guard let unit = unsafe JSONWord.hexadecimal(at: bytes + (start + 2)) else {
      throw invalidEscape(at: start)
    }
    return unit
  }

  /// Returns the error for the escape at `position`.
  ///
  /// The error is an unexpected end if the text ends within an escape that is valid so far.
  private func invalidEscape(at position: Int) -> JSONScanner.Failure {
    for distance in 1..<6 where position + distance >= count {
      let isBegun = (1..<distance).allSatisfy {
        let byte = byte(at: position + $0)
        return $0 == 1 ? byte == UInt8(ascii: "u") : Unicode.Scalar(byte).properties.isASCIIHexDigit
      }
      if isBegun { return JSONScanner.Failure(code: .unexpectedEnd, offset: count) }
    }
    return JSONScanner.Failure(code: .invalidEscape, offset: position)
  }
}

// SAFETY: The ranges are within the document, and ``JSONDocument/padding`` bytes after them are readable, which is the
// size of two blocks. Blocks are read only from ``JSONBlock/lookBehind`` bytes on. Other bytes are read only within the
// range, and at its end, where a byte of ASCII ends any incomplete character.

extension JSONScanner.Text {
  /// Returns an error for the first invalid character in a range of a string, or `nil` if the range is valid UTF-8.
  ///
  /// - Precondition: `range` starts at the first byte of a character, and ends before an ASCII character or at the end
  ///   of the document.
  func invalidCharacter(in range: Range<Int>) -> JSONScanner.Failure? {
    var position = range.lowerBound
    guard position >= JSONBlock.lookBehind else { return invalidCharacter(in: range, from: position) }
    // The byte after the range is validated, too, since it shows whether the last character is complete.
    while position <= range.upperBound {
      let start = unsafe bytes + position
      if unsafe !JSONBlock.areASCII(at: start) {
        let first = unsafe JSONBlock.invalidBytes(at: start)
        let invalid = unsafe first | JSONBlock.invalidBytes(at: start + JSONBlock.size)
        // The invalid byte may lie after the range.
        if invalid[0] | invalid[1] != 0 { return invalidCharacter(in: range, from: position) }
      }
      position += 2 * JSONBlock.size
    }
    return nil
  }

  /// Returns an error for the first invalid character in a range of a string.
  ///
  /// - Precondition: All characters before `position` are valid, except that the last one may be incomplete there.
  @inline(never)
  private func invalidCharacter(in range: Range<Int>, from position: Int) -> JSONScanner.Failure? {
    var current = max(position - JSONBlock.lookBehind, range.lowerBound)
    if current > range.lowerBound {
      while current < position, unsafe bytes[current] & 0xC0 == 0x80 { current += 1 }
    }
    while current < range.upperBound {
      let length = unsafe bytes[current] < 0x80 ? 1 : JSONWord.lengthOfMultibyteCharacter(at: bytes + current)
      guard length > 0 else { return JSONScanner.Failure(code: .invalidUTF8, offset: current) }
      current += length
    }
    return nil
  }
}
