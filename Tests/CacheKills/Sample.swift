import SluiceBody
import SluiceCache

/// A body that depends only on its key and a seed, and ends with its own SHA-256.
struct Sample {
  let number: Int
  let seed: UInt64
  let bytes: [UInt8]

  static let keyCount = 150

  init(_ number: Int, seed: UInt64) {
    self.number = number
    self.seed = seed
    var random = SmallGenerator(state: seed ^ UInt64(number) << 32)
    // Of three bodies, two are small enough for the file of the key.
    let limit = [1000, 16_000, 300_000][Int(random.next() % 3)]
    let count = Int(random.next() % UInt64(limit))
    var bytes = Self.bytes(of: UInt64(number))
    while bytes.count < count { bytes += Self.bytes(of: random.next()) }
    var hash = SHA256()
    hash.update(bytes.span)
    self.bytes = bytes + hash.digest
  }

  /// Creates the sample whose body an entry claims to have. The result is `nil` if its metadata are not those of one.
  init?(of entry: StoredEntry) {
    guard let number = Int(entry.key.text.dropFirst(5)), entry.metadata.count >= 8 else { return nil }
    self.init(number, seed: entry.metadata.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  var key: CacheKey { Self.key(number) }

  static func key(_ number: Int) -> CacheKey {
    CacheKey(partition: [UInt8(number % 3)], origin: "https://host\(number % 7)", text: "GET /\(number)")
  }

  var variant: [UInt8] { [UInt8(seed % 2)] }

  /// The metadata, of which only the start stays the same in an update.
  func metadata(_ tail: [UInt8] = []) -> [UInt8] { Self.bytes(of: seed) + tail }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// Random numbers that depend only on a state (xorshift).
struct SmallGenerator: RandomNumberGenerator {
  var state: UInt64

  init(state: UInt64) { self.state = state | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
