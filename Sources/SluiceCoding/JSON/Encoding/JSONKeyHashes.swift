/// The hashes of the keys that the open objects have so far, those of inner objects after those of outer ones.
struct JSONKeyHashes {
  private var hashes: [UInt64] = []
  /// How many there are. Only ever made less from outside.
  var count = 0

  @inline(__always)
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
}
