/// A table of the most significant 128 bits of the powers of five, for the algorithm of Eisel and Lemire ("Number
/// Parsing at a Gigabyte per Second", 2021).
///
/// The bits are shifted so that the highest one is set. Powers with nonnegative exponents are rounded down, those with
/// negative exponents up.
struct JSONPowersOfFive {
  static let exponents = -342...308

  /// The higher and the lower word of each power, in the order of the exponents.
  private let words: [UInt64]

  static let table = JSONPowersOfFive()

  private init() {
    var words = [UInt64](repeating: 0, count: Self.exponents.count * 2)
    func set(_ exponent: Int, _ bits: (high: UInt64, low: UInt64)) {
      let place = (exponent - Self.exponents.lowerBound) * 2
      words[place] = bits.high
      words[place + 1] = bits.low
    }
    // 5³⁰⁸ has 716 bits, which fit in 12 words.
    var power = WideInteger(limbs: [1] + Array(repeating: 0, count: 11))
    for exponent in 0...Self.exponents.upperBound {
      set(exponent, power.firstBits)
      power.multiplyByFive()
    }
    // A power of two that still has 128 bits after 342 divisions by five. Rounding down after each division gives the
    // same result as rounding down once at the end.
    var fraction = WideInteger(limbs: Array(repeating: 0, count: 15) + [1 << 63])
    for exponent in stride(from: -1, through: Self.exponents.lowerBound, by: -1) {
      fraction.divideByFive()
      let (high, low) = fraction.firstBits
      let (next, carries) = low.addingReportingOverflow(1)
      set(exponent, (carries ? high + 1 : high, next))
    }
    self.words = words
  }

  /// Returns the bits of 5^`exponent`.
  ///
  /// - Precondition: `exponent` is in ``exponents``.
  @inline(__always)
  func bits(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    let place = (exponent - Self.exponents.lowerBound) * 2
    return (words[place], words[place + 1])
  }

  /// Returns the bits of 5^`exponent` rounded up, or `nil` if the exponent is not in ``exponents``.
  @inline(__always)
  func ceiling(_ exponent: Int) -> (high: UInt64, low: UInt64)? {
    guard Self.exponents.contains(exponent) else { return nil }
    let (high, low) = bits(exponent)
    // Up to 5⁵⁵ the table has all bits. The powers after it were rounded down; adding 1 does not overflow, since none
    // of their lower words is all ones.
    return (high, low &+ (exponent > 55 ? 1 : 0))
  }

  /// An integer of several words, the least significant first.
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

    /// The 128 bits from the highest one that is set.
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
