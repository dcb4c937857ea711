/// A search for the places in a block of bytes at which a boundary line may begin.
///
/// Sixty-four places are tested at once, each for the first and the last byte of the pattern. The pattern begins with a
/// byte of a line break, which does not occur in the rest of it, so the full comparisons of the places that pass take
/// linear time in total.
struct BoundarySearch {
  /// A line break and `--B`.
  private let pattern: [UInt8]
  private let acceptsLineFeeds: Bool

  init(delimiter: [UInt8], acceptsLineFeeds: Bool) {
    pattern = Array((acceptsLineFeeds ? "\n" : "\r\n").utf8) + delimiter
    self.acceptsLineFeeds = acceptsLineFeeds
  }

  /// Returns the first place, from `start` on, of the line break and `--B`, and the end of them. Their start at the
  /// end of the input is a place, too, whose end is `nil`.
  func first(in input: Span<UInt8>, from start: Int) -> (place: Int, end: Int?)? {
    if let place = firstWhole(in: input, from: start) {
      // A CR before a LF belongs to the line break.
      let hasCarriageReturn = acceptsLineFeeds && place > start && input[place - 1] == UInt8(ascii: "\r")
      return (hasCarriageReturn ? place - 1 : place, place + pattern.count)
    }
    // The rest of the input is too short for the whole pattern and a CR before it.
    for place in max(start, input.count - pattern.count)..<max(start, input.count)
    where isBeginning(input, at: place) {
      return (place, nil)
    }
    return nil
  }

  /// Whether all bytes from `place` on are the beginning of a line break and `--B`.
  private func isBeginning(_ input: Span<UInt8>, at place: Int) -> Bool {
    var place = place
    if acceptsLineFeeds, input[place] == UInt8(ascii: "\r") { place += 1 }
    let count = input.count - place
    return count <= pattern.count && matches(input, at: place, count: count)
  }

  private func matches(_ input: Span<UInt8>, at place: Int, count: Int) -> Bool {
    for index in 0..<count where input[place + index] != pattern[index] { return false }
    return true
  }

  /// Returns the first place of the whole pattern.
  private func firstWhole(in input: Span<UInt8>, from start: Int) -> Int? {
    // One more than the last place at which the pattern can be.
    let end = input.count - (pattern.count - 1)
    var place = start
    while place < end {
      // Skips all blocks up to the next one with a candidate.
      place = passBlocks(input, from: place, to: end)
      for candidate in place..<min(place + Self.blockSize, end)
      where input[candidate] == pattern[0] && matches(input, at: candidate, count: pattern.count) {
        return candidate
      }
      place += Self.blockSize
    }
    return nil
  }

  // MARK: Blocks

  private static let blockSize = 64
  private typealias Vector = SIMD16<UInt8>

  /// Returns the start of the first block of places, from `start` on, that has the pattern's first and last byte at
  /// their distance, or that extends beyond `end`.
  private func passBlocks(_ input: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let distance = pattern.count - 1
    precondition(start >= 0 && end + distance <= input.count)
    let first = Vector(repeating: pattern[0])
    let last = Vector(repeating: pattern[distance])
    // SAFETY: a block is tested only if it ends at `end` or before, so its last byte is at `end + distance - 1` at
    // most, which is within the input, as checked above. The loads need no alignment, and give integers. Places are at
    // most the input's count, so they do not overflow.
    return unsafe input.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return start }
      var place = start
      while place &+ Self.blockSize <= end {
        let firsts = unsafe base + place
        let lasts = unsafe firsts + distance
        let low =
          unsafe Self.equal(firsts, first, lasts, last, 0) .| Self.equal(firsts, first, lasts, last, 16)
        let high =
          unsafe Self.equal(firsts, first, lasts, last, 32) .| Self.equal(firsts, first, lasts, last, 48)
        // SAFETY: a mask of sixteen bytes, each all ones or all zeros, is valid as two words, which are cheap to test.
        let words = unsafe unsafeBitCast(low .| high, to: SIMD2<UInt64>.self)
        if words[0] | words[1] != 0 { return place }
        place &+= Self.blockSize
      }
      return place
    }
  }

  /// Returns a mask of the sixteen places at which both bytes are equal to those they are compared with.
  @inline(__always)
  private static func equal(
    _ firsts: UnsafeRawPointer, _ first: Vector, _ lasts: UnsafeRawPointer, _ last: Vector, _ offset: Int
  ) -> SIMDMask<SIMD16<Int8>> {
    // SAFETY: `passBlocks` tests only blocks that lie within the input.
    unsafe (firsts.loadUnaligned(fromByteOffset: offset, as: Vector.self) .== first)
      .& (lasts.loadUnaligned(fromByteOffset: offset, as: Vector.self) .== last)
  }
}
