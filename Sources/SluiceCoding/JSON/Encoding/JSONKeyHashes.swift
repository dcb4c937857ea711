/// The hashes of keys that the open objects have so far, those of inner objects after those of outer ones.
struct JSONKeyHashes {
  private var hashes: [UInt64] = []
  /// How many there are. Only ever made less from outside.
  var count = 0

  mutating func append(_ hash: UInt64) {
    if count < hashes.count {
      hashes[count] = hash
    } else {
      hashes.append(hash)
    }
    count += 1
  }

  /// Whether the object whose keys begin at `first` may have a key already.
  func mayContain(_ hash: UInt64, from first: Int) -> Bool {
    // To look through many keys for each of them would take too long.
    count - first > 64 || hashes[first..<count].contains(hash)
  }

  /// A hash that different strings seldom share. Whoever chooses the strings can make them share it.
  static func hash(of text: String) -> UInt64 {
    let bytes = text.utf8.span
    var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var word: UInt64 = 0
    for position in bytes.indices {
      word = word << 8 | UInt64(bytes[position])
      if position & 7 == 7 { hash = mixed(hash ^ word) }
    }
    return mixed(hash ^ word)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
