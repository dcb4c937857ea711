extension SeededGenerator {
  /// Returns `count` random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    // Word by word, because builds for debugging are slow.
    let words = (0..<(count + 7) / 8).map { _ in next().littleEndian }
    // SAFETY: The bytes are copied, and any byte is a number.
    return unsafe words.withUnsafeBytes { unsafe Array($0.prefix(count)) }
  }
}
