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
}
