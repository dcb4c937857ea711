extension JSONWord {
  /// How many of the first bytes are decimal digits.
  @inline(__always)
  var digitCount: Int {
    let values = bits ^ 0x3030_3030_3030_3030
    // A digit's value and 0x76 stay below 0x80, and no other byte's low bits and 0x76 reach the next byte.
    let sums = (values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
    return ((sums | values) & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
  }
}
