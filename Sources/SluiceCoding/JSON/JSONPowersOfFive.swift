/// The first 128 bits of the powers of five, as the algorithm of Eisel and Lemire takes them ("Number Parsing at a
/// Gigabyte per Second", 2021): with their highest bit set; those with negative exponents rounded up.
struct JSONPowersOfFive {
  static let exponents = -342...308

  /// For each exponent the higher word, then the lower.
  private let words: [UInt64]

  static let table = JSONPowersOfFive()

  private init() {
    var words = [UInt64](repeating: 0, count: Self.exponents.count * 2)
    func set(_ exponent: Int, _ bits: (high: UInt64, low: UInt64)) {
      let place = (exponent - Self.exponents.lowerBound) * 2
      words[place] = bits.high
      words[place + 1] = bits.low
    }
    // 5³⁰⁸ has 716 bits.
    var power = WideInteger(limbs: [1] + Array(repeating: 0, count: 11))
    for exponent in 0...Self.exponents.upperBound {
      set(exponent, power.firstBits)
      power.multiplyByFive()
    }
    // Of a power of two: what is left after 342 divisions still has 128 bits. To divide and round down again and
    // again is to do it once.
    var fraction = WideInteger(limbs: Array(repeating: 0, count: 15) + [1 << 63])
    for exponent in stride(from: -1, through: Self.exponents.lowerBound, by: -1) {
      fraction.divideByFive()
      let (high, low) = fraction.firstBits
      let (next, carries) = low.addingReportingOverflow(1)
      set(exponent, (carries ? high + 1 : high, next))
    }
    self.words = words
  }

  /// `exponent` has to be one of ``exponents``.
  @inline(__always)
  func bits(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    let place = (exponent - Self.exponents.lowerBound) * 2
    return (words[place], words[place + 1])
  }

  /// The bits of 5^`exponent`, rounded up. Nil where the table has none.
  @inline(__always)
  func ceiling(_ exponent: Int) -> (high: UInt64, low: UInt64)? {
    guard Self.exponents.contains(exponent) else { return nil }
    let (high, low) = bits(exponent)
    // 5⁵⁵ is the last one that has all its bits here. The next ones' last words are not all ones.
    return (high, low &+ (exponent > 55 ? 1 : 0))
  }

  /// An integer of many words, the lowest first.
  private struct WideInteger {
    var limbs: [UInt64]

    mutating func multiplyByFive() {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let (high, low) = limbs[index].multipliedFullWidth(by: 5)
        let (sum, overflows) = low.addingReportingOverflow(carry)
        limbs[index] = sum
        carry = high + (overflows ? 1 : 0)
      }
    }

    mutating func divideByFive() {
      var remainder: UInt64 = 0
      for index in limbs.indices.reversed() {
        (limbs[index], remainder) = UInt64(5).dividingFullWidth((remainder, limbs[index]))
      }
    }

    /// The first 128 bits from the highest that is set.
    var firstBits: (high: UInt64, low: UInt64) {
      guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return (0, 0) }
      func limb(_ index: Int) -> UInt64 { index >= 0 ? limbs[index] : 0 }
      let shift = UInt64(limbs[top].leadingZeroBitCount)
      func shifted(_ index: Int) -> UInt64 {
        shift == 0 ? limb(index) : limb(index) << shift | limb(index - 1) >> (64 - shift)
      }
      return (shifted(top), shifted(top - 1))
    }
  }
}
