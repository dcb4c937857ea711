/// A mutator for texts that consist of pieces between separators.
struct PieceMutator: StructureMutator {
  /// The separators and words of a format.
  struct Rules: Sendable {
    let separators: [UInt8]
    /// Pieces that parsers treat differently.
    let pieces: [[UInt8]]
    /// Parts of pieces that parsers treat differently.
    let parts: [[UInt8]]
    /// Whether a change is made to bytes only, in one of how many cases.
    var bytesOneIn = 6
  }

  private let rules: Rules
  private let isSeparator: [Bool]
  private let bytes: ByteMutator

  init(_ rules: Rules, bytes: ByteMutator) {
    self.rules = rules
    self.bytes = bytes
    isSeparator = (0...255).map { rules.separators.contains($0) }
  }

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    if random.oneIn(rules.bytesOneIn) { return self.bytes.mutate(&bytes, upTo: limit, &random) }
    repeat {
      var attempts = 4
      while attempts > 0, !change(&bytes, upTo: limit, &random) { attempts -= 1 }
    } while random.oneIn(3)
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    guard !other.isEmpty, !bytes.isEmpty else {
      return self.bytes.cross(&bytes, with: other, upTo: limit, &random)
    }
    if random.oneIn(3) {
      // The first pieces of one, and the last ones of the other.
      let start = piece(in: other, at: random.below(other.count)).lowerBound
      bytes.cut(to: piece(in: bytes, at: random.below(bytes.count)).lowerBound)
      bytes += other[start...].prefix(limit - bytes.count)
      return
    }
    let source = Array(other[piece(in: other, at: random.below(other.count))])
    let target = piece(in: bytes, at: random.below(bytes.count))
    if random.oneIn(2), bytes.splice(target, source, upTo: limit) { return }
    _ = bytes.splice(at: target.lowerBound, source + [random.pick(rules.separators)], upTo: limit)
  }

  /// Returns the piece around a place, without the separators on both sides.
  private func piece(in bytes: [UInt8], at place: Int) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, !isSeparator[Int(bytes[start - 1])] { start -= 1 }
    while end < bytes.count, !isSeparator[Int(bytes[end])] { end += 1 }
    return start..<end
  }

  /// Makes a single change.
  ///
  /// - Returns: `false` if it does not apply or does not fit, and nothing has changed.
  private func change(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) -> Bool {
    let piece = piece(in: bytes, at: random.below(bytes.count))
    let separator = piece.upperBound < bytes.count ? bytes[piece.upperBound] : random.pick(rules.separators)
    switch random.below(13) {
    case 0:
      // With the separator after it.
      bytes.removeSubrange(piece.lowerBound..<min(piece.upperBound + 1, bytes.count))
      return true
    case 1, 2:
      let copy = bytes[piece] + [separator]
      let count = random.oneIn(6) ? random.length(upTo: 500) : 1
      let room = (limit - bytes.count) / copy.count
      guard room > 0 else { return false }
      let copies = Array(repeatElement(copy, count: min(count, room)).joined())
      return bytes.splice(at: piece.lowerBound, copies, upTo: limit)
    case 3, 4: return swap(piece, self.piece(in: bytes, at: random.below(bytes.count)), in: &bytes)
    case 5: return bytes.splice(piece, [], upTo: limit)
    case 6, 7: return bytes.splice(piece, word(of: rules.pieces, &random), upTo: limit)
    case 8:
      return bytes.splice(at: piece.lowerBound, word(of: rules.pieces, &random) + [separator], upTo: limit)
    case 9, 10:
      let place = piece.lowerBound + random.below(piece.count + 1)
      return bytes.splice(at: place, word(of: rules.parts, &random), upTo: limit)
    case 11:
      // The piece ends within quotes or an escape.
      let place = piece.lowerBound + random.below(piece.count + 1)
      return bytes.splice(
        place..<piece.upperBound, random.oneIn(2) ? [] : word(of: rules.parts, &random), upTo: limit)
    default:
      guard piece.upperBound < bytes.count else { return false }
      bytes[piece.upperBound] = random.pick(rules.separators)
      return true
    }
  }

  private func word(of words: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    bytes.words.isEmpty || random.oneIn(2) ? random.pick(words) : random.pick(bytes.words)
  }

  private func swap(_ a: Range<Int>, _ b: Range<Int>, in bytes: inout [UInt8]) -> Bool {
    let (first, last) = a.lowerBound <= b.lowerBound ? (a, b) : (b, a)
    guard first.upperBound < last.lowerBound else { return false }
    let joined = bytes[last] + bytes[first.upperBound..<last.lowerBound] + bytes[first]
    bytes.replaceSubrange(first.lowerBound..<last.upperBound, with: Array(joined))
    return true
  }
}
