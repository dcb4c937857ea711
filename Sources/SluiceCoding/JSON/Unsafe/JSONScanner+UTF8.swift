extension JSONScanner {
  /// The first character in a part of a string that is no UTF-8.
  ///
  /// `range` has to begin with a character, and to end before one that is ASCII, or with the document.
  func invalidCharacter(in range: Range<Int>) -> Failure? {
    var position = range.lowerBound
    guard position >= JSONBlock.lookBehind else { return invalidCharacter(in: range, from: position) }
    // The byte after the last character tells whether that is whole.
    while position <= range.upperBound {
      let start = unsafe bytes + position
      if unsafe !JSONBlock.areASCII(at: start) {
        let first = unsafe JSONBlock.invalidBytes(at: start)
        let invalid = unsafe first | JSONBlock.invalidBytes(at: start + JSONBlock.size)
        // What follows the range may be to blame.
        if invalid[0] | invalid[1] != 0 { return invalidCharacter(in: range, from: position) }
      }
      position += 2 * JSONBlock.size
    }
    return nil
  }

  /// The same, where all before `position` is known to be right but for a character that is cut off there.
  @inline(never)
  private func invalidCharacter(in range: Range<Int>, from position: Int) -> Failure? {
    var current = max(position - JSONBlock.lookBehind, range.lowerBound)
    if current > range.lowerBound {
      while current < position, unsafe bytes[current] & 0xC0 == 0x80 { current += 1 }
    }
    while current < range.upperBound {
      let length = unsafe bytes[current] < 0x80 ? 1 : JSONWord.lengthOfMultibyteCharacter(at: bytes + current)
      guard length > 0 else { return Failure(code: .invalidUTF8, offset: current) }
      current += length
    }
    return nil
  }
}
