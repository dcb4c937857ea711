extension ExactString {
  /// A hash that strings of one length seldom share unless they are the same. Whoever chooses the strings can
  /// make them share it.
  var quickHash: UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
      guard let start = bytes.baseAddress else { return hash }
      var position = 0
      while position + 8 <= bytes.count {
        hash = unsafe Self.mixed(hash ^ JSONWord(at: start + position).bits)
        position += 8
      }
      var rest: UInt64 = 0
      while position < bytes.count {
        unsafe rest = rest << 8 | UInt64(start[position])
        position += 1
      }
      return Self.mixed(hash ^ rest)
    }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
