/// The comparison of keys in snake case with keys in camel case, without a conversion.
enum JSONSnakeCasedKey {
  /// Returns whether a key becomes another by the conversion of `SnakeCase.camelCased(_:separator:)`.
  ///
  /// - Parameters:
  ///   - key: The key, in ASCII.
  ///   - name: The expected result.
  static func converts(_ key: Span<UInt8>, to name: Span<UInt8>) -> Bool {
    // The conversion only removes characters, and changes the case of letters.
    guard key.count >= name.count else { return false }
    guard !name.isEmpty else { return key.isEmpty }
    guard lowercased(key[0]) == lowercased(name[0]) else { return false }
    var (start, end) = (0, key.count)
    while start < end && key[start] == separator { start += 1 }
    while end > start && key[end - 1] == separator { end -= 1 }
    guard (start..<end).contains(where: { key[$0] == separator }) else {
      return key.count == name.count && key.indices.allSatisfy { key[$0] == name[$0] }
    }
    // The position in `name`.
    var place = 0
    func matches(_ byte: UInt8) -> Bool {
      guard place < name.count && name[place] == byte else { return false }
      place += 1
      return true
    }
    // Separators before and after the words are kept.
    for _ in 0..<start where !matches(separator) { return false }
    var isFirstWord = true
    var isCapital = false
    for position in start..<end {
      let byte = key[position]
      if byte == separator {
        isFirstWord = false
        isCapital = true
        continue
      }
      guard matches(isCapital ? uppercased(byte) : lowercased(byte)) else { return false }
      // As in the words of a text, a letter is capital after anything other than a letter or an apostrophe.
      isCapital = !isFirstWord && !isLetter(byte) && byte != UInt8(ascii: "'")
    }
    for _ in end..<key.count where !matches(separator) { return false }
    return place == name.count
  }

  /// Returns a hash of the characters of a key other than separators, regardless of their case.
  ///
  /// A key has the same hash as its conversion.
  static func hash(of key: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0
    for position in key.indices where key[position] != separator {
      hash = hash &* 31 &+ UInt32(lowercased(key[position]))
    }
    return hash &* 0x9E37_79B1
  }

  private static let separator = UInt8(ascii: "_")

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func uppercased(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte & 0xDF : byte }
}
