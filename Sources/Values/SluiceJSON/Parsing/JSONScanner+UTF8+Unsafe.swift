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
