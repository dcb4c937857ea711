/// A stack of the hashes of the open objects' keys, for detecting duplicate keys.
///
/// The hashes of an inner object follow the hashes of the objects that enclose it. Only keys that ``JSONKeyTexts`` does
/// not keep have hashes here.
struct JSONKeyHashes {
  private var hashes: [UInt64] = []
  /// The number of hashes. Callers may only reduce it, to remove the last ones.
  var count = 0

  /// Removes all hashes, and releases their memory.
  mutating func removeAll() {
    if !hashes.isEmpty { hashes = [] }
    count = 0
  }

  /// Adds the hash of a key of the innermost object.
  mutating func append(_ hash: UInt64) {
    if count < hashes.count {
      hashes[count] = hash
    } else {
      hashes.append(hash)
    }
    count += 1
  }

  /// Returns whether the innermost object may already have a key with the given hash.
  ///
  /// - Parameters:
  ///   - hash: The hash of the key.
  ///   - first: The position of the object's first hash.
  /// - Returns: `false` if the key is certainly new. Always `true` for objects with more than 64 hashes.
  func mayContain(_ hash: UInt64, from first: Int) -> Bool {
    // Searching all keys of a wide object for each of them would take quadratic time.
    count - first > 64 || hashes[first..<count].contains(hash)
  }

  /// Returns a fast hash of a string.
  ///
  /// The hash is not secure: strings can be constructed to collide. A collision only costs an additional pass over the
  /// output.
  ///
  /// - Complexity: O(*n*) in the number of UTF-8 bytes.
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
