/// The shortest decimal number that converts back to a given `Double`: `digits` × 10^`exponent`.
///
/// If there are several, it is the one nearest to the `Double`. The algorithm is Raffaello Giulietti's ("The Schubfach
/// way to render doubles", 2020), which takes three multiplications. The variables are named as in the paper.
struct JSONShortestDouble {
  /// The digits without trailing zeros, at most 17.
  private(set) var digits: UInt64
  /// The power of ten by which ``digits`` is multiplied.
  private(set) var exponent: Int

  /// Creates the shortest decimal of a number.
  ///
  /// The result is `nil` if `value` is not positive and finite, or so small that the table of powers lacks the required
  /// one.
  @inline(__always)
  init?(_ value: Double) {
    let fraction = value.significandBitPattern
    let biasedExponent = Int(value.exponentBitPattern)
    // The value is c × 2^q.
    let c = fraction | 1 << 52
    let q = biasedExponent - 1075
    guard biasedExponent > 0, biasedExponent < 0x7FF, value > 0 else { return nil }
    if (-52...0).contains(q), c.trailingZeroBitCount >= -q {
      self.init(digits: c >> UInt64(-q), exponent: 0)
      return
    }
    // The next number below a power of two is half as far away as the one above it.
    let isLowerCloser = fraction == 0 && biasedExponent > 1
    // The largest k for which 10^k is at most the width of the interval of numbers that round to the value.
    let k = (q * 1_262_611 - (isLowerCloser ? 524_031 : 0)) >> 22
    guard let power = JSONPowersOfFive.table.ceiling(-k) else { return nil }
    let h = UInt64(truncatingIfNeeded: q + (-k * 1_741_647) >> 19 + 1)
    // The value and the midpoints to its neighbors, multiplied by 4 × 10^-k.
    let middle = Self.product(power, c << (h + 2))
    // The midpoints themselves round to the value only if its significand is even.
    let inset = c & 1
    let lowest = Self.product(power, (c << 2 - (isLowerCloser ? 1 : 2)) << h) + inset
    let highest = Self.product(power, (c << 2 + 2) << h) - inset
    let s = middle >> 2
    // Drop a digit if exactly one number with one digit fewer lies in the interval.
    let tens = s / 10
    let (isBelow, isAbove) = (lowest <= tens * 40, tens * 40 + 40 <= highest)
    if isBelow != isAbove {
      self.init(digits: tens + (isAbove ? 1 : 0), exponent: k + 1)
      return
    }
    let (isLower, isUpper) = (lowest <= s << 2, s << 2 + 4 <= highest)
    let roundsUp = isLower != isUpper ? isUpper : middle & 3 > 2 || middle & 3 == 2 && s & 1 == 1
    self.init(digits: s + (roundsUp ? 1 : 0), exponent: k)
  }

  @inline(__always)
  private init(digits: UInt64, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
    // Most numbers that were computed have none.
    guard digits % 10 == 0 else { return }
    while self.digits % 100_000_000 == 0 { drop(100_000_000, zeros: 8) }
    if self.digits % 10_000 == 0 { drop(10_000, zeros: 4) }
    if self.digits % 100 == 0 { drop(100, zeros: 2) }
    if self.digits % 10 == 0 { drop(10, zeros: 1) }
  }

  @inline(__always)
  private mutating func drop(_ power: UInt64, zeros: Int) {
    digits /= power
    exponent += zeros
  }

  /// Returns the most significant 64 bits of the product of a 128-bit and a 64-bit number.
  ///
  /// The last bit is set if any bit after it is set.
  @inline(__always)
  private static func product(_ power: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
    let high = power.high.multipliedFullWidth(by: factor)
    let (rest, carries) = high.low.addingReportingOverflow(power.low.multipliedFullWidth(by: factor).high)
    return (high.high + (carries ? 1 : 0)) | (rest > 1 ? 1 : 0)
  }
}
