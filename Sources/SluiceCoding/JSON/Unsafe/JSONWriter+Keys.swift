extension JSONWriter {
  /// Appends a key, and finds out whether its object may have it already. Of two members with the same key, the last
  /// counts.
  @inline(__always)
  func appendKey(_ name: String, in frame: Int) {
    var name = name
    name.withUTF8 { name in
      unsafe buffer.appendString(name, escapesSlashes: escapesSlashes)
      guard !mayRepeatKeys else { return }
      let hash = unsafe Self.quickHash(name)
      let bit: UInt64 = 1 << (hash >> 58)
      if frames[frame].keyBits & bit != 0, keys.mayContain(hash, from: frames[frame].firstKey) {
        mayRepeatKeys = true
      }
      frames[frame].keyBits |= bit
      keys.append(hash)
    }
  }

  /// A hash that different strings seldom share. Whoever chooses the strings can make them share it.
  private static func quickHash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    guard let start = bytes.baseAddress else { return hash }
    var position = 0
    while position + 8 <= bytes.count {
      hash = unsafe mixed(hash ^ JSONWord(at: start + position).bits)
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      unsafe rest = rest << 8 | UInt64(start[position])
      position += 1
    }
    return mixed(hash ^ rest)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
