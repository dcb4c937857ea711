extension JSONWord {
  /// The number of decimal digits before the first other byte.
  @inline(__always)
  var digitCount: Int {
    let values = bits ^ 0x3030_3030_3030_3030
    // The sum of 0x76 and the value of a digit is below 0x80. For all other bytes, the highest bit of the sum or of the
    // value is set. No sum carries into the next byte.
    let sums = (values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
    return ((sums | values) & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
  }

  /// Returns the number that the first `count` bytes stand for, which must be decimal digits.
  ///
  /// - Precondition: `count` is from 1 to 8.
  @inline(__always)
  func number(ofDigits count: Int) -> UInt64 {
    // The digits move to the end, and zeros precede them.
    let values = (bits ^ 0x3030_3030_3030_3030) &<< UInt64(64 &- count &* 8)
    // Pairs of digits become numbers below 100, then pairs of these, then pairs of those.
    let pairs = values &* 10 &+ (values >> 8)
    let even = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (even &+ odd) >> 32
  }
}
