/// The keys of the open objects that are not in their frames.
struct JSONOpenKeys: ~Copyable {
  /// The keys of the open containers that were nested in others.
  var nested: [any CodingKey] = []
  /// The cached keys of objects that another emitter began, and of frames that are not objects.
  private(set) var otherTexts = JSONKeyTexts()
  /// The hashes of the keys that no cache has.
  var hashes = JSONKeyHashes()
  /// Whether an object may have several members with the same key. The last of them counts.
  var mayRepeat = false

  /// Notes a key that no cache has.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - first: The position in ``hashes`` of the first hash of the object.
  /// - Returns: Whether the object may already have the key.
  @inline(never)
  mutating func noteOther(_ name: String, from first: Int) -> Bool {
    // The hashes are incomplete from then on.
    guard !mayRepeat else { return true }
    let hash = JSONKeyHashes.hash(of: name)
    if hashes.mayContain(hash, from: first) { mayRepeat = true }
    hashes.append(hash)
    return mayRepeat
  }

  mutating func removeAll() {
    // Each assignment would release the old value, even if there is nothing to release.
    if !nested.isEmpty { nested = [] }
    if !otherTexts.isEmpty { otherTexts = JSONKeyTexts() }
    hashes.removeAll()
    mayRepeat = false
  }
}

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
