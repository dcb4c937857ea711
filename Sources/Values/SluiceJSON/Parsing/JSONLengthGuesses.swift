/// Guesses of the lengths of keys and white space, from earlier lengths at the same places.
///
/// A token starts where the one before it ends. So the scan of each token waits until the length of the one before is
/// known, some 20 cycles after its bytes are loaded. If a guess is used instead, and a branch compares it with the
/// length, then the processor predicts the branch and continues. Documents repeat objects with the same keys, and most
/// are laid out evenly, so most guesses are right. An indented document is decoded in 13 to 16 % less time, and a
/// compact one in 4 % less.
struct JSONLengthGuesses {
  private var whiteSpace = InlineArray<16, UInt8>(repeating: 0)
  private var keys = InlineArray<128, UInt8>(repeating: 0)

  /// Returns the amount of white space, without a dependency on it if the guess is right.
  ///
  /// - Parameters:
  ///   - depth: The number of containers around the value, key or bracket that follows.
  ///   - count: The amount of white space after its first character.
  @inline(__always)
  mutating func whiteSpace(atDepth depth: Int, _ count: () -> Int) -> Int {
    let slot = depth & 15
    // The guess comes first, because the compiler replaces the later one of two equal values by the earlier one.
    let guess = Int(whiteSpace[slot])
    let count = count()
    if count == guess { return guess }
    whiteSpace[slot] = UInt8(truncatingIfNeeded: count)
    return count
  }

  /// Returns the length of the last block of a key, without a dependency on it if the guess is right.
  ///
  /// - Parameters:
  ///   - number: The number of members before it in its object.
  ///   - depth: The number of containers around the key.
  ///   - count: The number of bytes of the key after all whole blocks.
  @inline(__always)
  mutating func endOfKey(_ number: Int, atDepth depth: Int, _ count: () -> Int) -> Int {
    let slot = (depth &* 24 &+ number) & 127
    let guess = Int(keys[slot])
    let count = count()
    if count == guess { return guess }
    keys[slot] = UInt8(truncatingIfNeeded: count)
    return count
  }
}
