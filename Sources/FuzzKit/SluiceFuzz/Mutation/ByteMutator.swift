/// A mutator that knows no structure: bits, bytes, ranges, integers and words of a dictionary.
struct ByteMutator: StructureMutator {
  let words: [[UInt8]]

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    repeat { mutateOnce(&bytes, upTo: limit, &random) } while random.oneIn(2)
  }

  /// Makes a single change.
  func mutateOnce(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    guard limit > 0 else { return }
    guard !bytes.isEmpty else {
      return bytes = random.oneIn(2) ? word(&random) : [random.byte()]
    }
    let place = random.below(bytes.count)
    switch random.below(13) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes[place] = random.byte()
    case 2: bytes[place] = random.pick(Self.interestingBytes)
    case 3: insert([random.byte()], into: &bytes, upTo: limit, &random)
    case 4:
      insert(
        Array(repeating: bytes[place], count: random.length(upTo: 256)), into: &bytes, upTo: limit, &random)
    case 5, 6: bytes.removeSubrange(random.range(in: bytes.count))
    case 7: insert(Array(bytes[random.range(in: bytes.count)]), into: &bytes, upTo: limit, &random)
    case 8: overwrite(&bytes, with: Array(bytes[random.range(in: bytes.count)]), at: place)
    case 9: bytes.swapAt(place, random.below(bytes.count))
    case 10: if !Self.changeNumber(in: &bytes, near: place, upTo: limit, &random) { bytes[place] &+= 1 }
    case 11: overwrite(&bytes, with: Self.integer(&random), at: place)
    default:
      if random.oneIn(2) {
        insert(word(&random), into: &bytes, upTo: limit, &random)
      } else {
        overwrite(&bytes, with: word(&random), at: place)
      }
    }
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    guard !other.isEmpty else { return mutate(&bytes, upTo: limit, &random) }
    switch random.below(3) {
    case 0:
      // The start of one, and the end of the other.
      bytes.cut(to: random.below(bytes.count + 1))
      bytes += other[random.below(other.count)...].prefix(limit - bytes.count)
    case 1: insert(Array(other[random.range(in: other.count)]), into: &bytes, upTo: limit, &random)
    default:
      overwrite(&bytes, with: Array(other[random.range(in: other.count)]), at: random.below(bytes.count))
    }
  }

  // MARK: Changes

  private func insert(
    _ insertion: [UInt8], into bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) {
    let place = random.below(bytes.count + 1)
    if !bytes.splice(at: place, insertion, upTo: limit) { overwrite(&bytes, with: insertion, at: place) }
  }

  private func overwrite(_ bytes: inout [UInt8], with replacement: [UInt8], at place: Int) {
    for (offset, byte) in replacement.prefix(bytes.count - place).enumerated() {
      bytes[place + offset] = byte
    }
  }

  private func word(_ random: inout SeededGenerator) -> [UInt8] {
    words.isEmpty || random.oneIn(8) ? random.pick(Self.commonWords) : random.pick(words)
  }

  /// Replaces the decimal number that `place` is in.
  ///
  /// - Returns: `false` if `place` is not in a number.
  private static func changeNumber(
    in bytes: inout [UInt8], near place: Int, upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let isDigit = { (byte: UInt8) in byte &- 0x30 < 10 }
    guard isDigit(bytes[place]) else { return false }
    var (start, end) = (place, place + 1)
    // More digits than an integer has are left alone.
    while start > 0, place - start < 20, isDigit(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, end - place < 20, isDigit(bytes[end]) { end += 1 }
    let number = bytes[start..<end].reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1 &- 0x30) }
    let changed: UInt64 =
      switch random.below(5) {
      case 0: number &+ 1
      case 1: number &- 1
      case 2: number &* 2
      case 3: random.next() >> UInt64(random.below(64))
      default: random.pick(interestingIntegers)
      }
    return bytes.splice(start..<end, Array("\(changed)".utf8), upTo: limit)
  }

  /// Returns a binary integer of 1, 2, 4 or 8 bytes in either order.
  private static func integer(_ random: inout SeededGenerator) -> [UInt8] {
    let value = random.pick(interestingIntegers) &+ UInt64(random.below(3)) &- 1
    let bytes = (0..<(1 << random.below(4))).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    return random.oneIn(2) ? bytes : bytes.reversed()
  }

  private static let interestingBytes: [UInt8] =
    [0, 1, 0x7F, 0x80, 0xFF, 0xC0, 0xED, 0xF4] + Array("\t\n\r \"'%&+,-./0:;<=>[]\\_{}~".utf8)
  private static let interestingIntegers: [UInt64] = [
    0, 1, 16, 32, 64, 100, 127, 128, 255, 256, 1000, 1024, 4096, 32767, 32768, 65535, 65536, 0x7FFF_FFFF,
    0x8000_0000, 0xFFFF_FFFF, 0x1_0000_0000, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max,
  ]
  private static let commonWords: [[UInt8]] = [
    [0], [0xFF], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80],
    Array("\r\n".utf8), Array("\n\n".utf8), Array("\r".utf8), Array("\u{2028}".utf8), Array("e\u{301}".utf8),
    Array("%00".utf8), Array("-1".utf8), Array("1e309".utf8), Array("true".utf8), Array("null".utf8),
  ]
}
