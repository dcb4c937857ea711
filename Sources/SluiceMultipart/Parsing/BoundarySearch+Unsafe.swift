/// Finds where a boundary line may begin in a stretch of bytes.
///
/// Sixty-four places are looked at together, each for the first and the last byte of what is searched. The first is of a
/// line break, of which there is none further on, so comparing what passes that test takes linear time over all places.
struct BoundarySearch {
  /// A line break and `--B`.
  private let pattern: [UInt8]
  private let acceptsLineFeeds: Bool

  init(delimiter: [UInt8], acceptsLineFeeds: Bool) {
    pattern = Array((acceptsLineFeeds ? "\n" : "\r\n").utf8) + delimiter
    self.acceptsLineFeeds = acceptsLineFeeds
  }

  /// The first place, from `start` on, where the line break and `--B` stand, or as much of them as there is input.
  func first(in input: Span<UInt8>, from start: Int) -> Int? {
    if let place = firstWhole(in: input, from: start) {
      // The CR before a LF belongs to the line break.
      let hasCarriageReturn = acceptsLineFeeds && place > start && input[place - 1] == UInt8(ascii: "\r")
      return hasCarriageReturn ? place - 1 : place
    }
    // Where the rest is too short for all of it, and a CR before it.
    for place in max(start, input.count - pattern.count)..<max(start, input.count)
    where isBeginning(input, at: place) {
      return place
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

  /// The first place where all of the pattern stands.
  private func firstWhole(in input: Span<UInt8>, from start: Int) -> Int? {
    // One more than the last place it can be at.
    let end = input.count - (pattern.count - 1)
    var place = start
    while place < end {
      // A block that has no candidate is passed over together with all like it behind it.
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

  /// Where the first block of places begins, from `start` on, that has the pattern's first and last byte at their
  /// distance, or that goes beyond `end`.
  private func passBlocks(_ input: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let distance = pattern.count - 1
    precondition(start >= 0 && end + distance <= input.count)
    let first = Vector(repeating: pattern[0])
    let last = Vector(repeating: pattern[distance])
    // Right: a block is looked at while it ends at `end` or before, so its last byte is at `end + distance - 1` at most,
    // which is within the input, as was just checked. The loads need no alignment, and give integers. Places are no
    // more than the input's count, so they do not overflow.
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
        // Right: a mask of sixteen bytes, each all ones or all zeros, seen as two words, which are tested cheaply.
        let words = unsafe unsafeBitCast(low .| high, to: SIMD2<UInt64>.self)
        if words[0] | words[1] != 0 { return place }
        place &+= Self.blockSize
      }
      return place
    }
  }

  /// Where, of sixteen places, both bytes are what they are compared with.
  @inline(__always)
  private static func equal(
    _ firsts: UnsafeRawPointer, _ first: Vector, _ lasts: UnsafeRawPointer, _ last: Vector, _ offset: Int
  ) -> SIMDMask<SIMD16<Int8>> {
    unsafe (firsts.loadUnaligned(fromByteOffset: offset, as: Vector.self) .== first)
      .& (lasts.loadUnaligned(fromByteOffset: offset, as: Vector.self) .== last)
  }
}
