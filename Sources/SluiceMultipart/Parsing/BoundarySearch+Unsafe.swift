/// Finds where a boundary line may begin in a stretch of bytes.
///
/// Sixty-four places are looked at together, each for the first and the last byte of what is searched. The first is a
/// line break, which the rest does not hold, so comparing what passes that test takes linear time over all places.
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
    while place + Block.width <= end {
      if hasCandidate(input, at: place),
        let found = firstWhole(in: input, places: place..<place + Block.width)
      {
        return found
      }
      place += Block.width
    }
    return place < end ? firstWhole(in: input, places: place..<end) : nil
  }

  private func firstWhole(in input: Span<UInt8>, places: Range<Int>) -> Int? {
    let first = pattern[0]
    for place in places where input[place] == first && matches(input, at: place, count: pattern.count) {
      return place
    }
    return nil
  }

  /// Whether the pattern's first and last byte stand at their distance, at any place of a block.
  private func hasCandidate(_ input: Span<UInt8>, at place: Int) -> Bool {
    let firsts = Block(input, at: place)
    let lasts = Block(input, at: place + pattern.count - 1)
    return firsts.hasEqual(pattern[0], and: lasts, pattern[pattern.count - 1])
  }

  /// As many bytes as are looked at together.
  private struct Block {
    static let width = 64

    private typealias Vector = SIMD16<UInt8>
    private let vectors: (Vector, Vector, Vector, Vector)

    /// The 64 bytes from `offset` on, which must be there.
    init(_ input: Span<UInt8>, at offset: Int) {
      precondition(offset >= 0 && offset + Self.width <= input.count)
      // Right: the loads lie within the bytes, as was just checked, need no alignment, and give integers.
      let bytes = unsafe input.bytes
      vectors = (
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Vector.self),
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset + 16, as: Vector.self),
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset + 32, as: Vector.self),
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset + 48, as: Vector.self)
      )
    }

    /// Whether `byte` stands at a place where `otherByte` stands in the other block.
    func hasEqual(_ byte: UInt8, and other: Block, _ otherByte: UInt8) -> Bool {
      let (first, last) = (Vector(repeating: byte), Vector(repeating: otherByte))
      let (a, b) = (vectors, other.vectors)
      let mask =
        ((a.0 .== first) .& (b.0 .== last)) .| ((a.1 .== first) .& (b.1 .== last))
        .| ((a.2 .== first) .& (b.2 .== last)) .| ((a.3 .== first) .& (b.3 .== last))
      // Right: a mask of sixteen bytes, each all ones or all zeros, seen as two words. There is a cheaper test for
      // those than for the mask.
      let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
      return words[0] | words[1] != 0
    }
  }
}
