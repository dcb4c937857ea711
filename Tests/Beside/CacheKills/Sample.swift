import SluiceBody
import SluiceCache

/// A body that depends only on its key and a seed, and ends with its own SHA-256.
struct Sample: Sendable {
  let number: Int
  let seed: Int
  let bytes: [UInt8]

  /// Few keys, so that processes often change the same one at the same time.
  static let keyCount = 16
  static let seedCount = 4

  /// All samples. They are made before the work begins, so that most kills come while files are changed.
  private static let all = (0..<keyCount * seedCount).map { index in
    Sample(index / seedCount, makingSeed: index % seedCount)
  }

  static func random(using random: inout SmallGenerator) -> Sample {
    all[Int.random(in: 0..<all.count, using: &random)]
  }

  /// Finds the sample whose body an entry claims to have. The result is `nil` if its metadata are not those of one.
  static func of(_ entry: StoredEntry) -> Sample? {
    guard let seed = entry.metadata.first, seed < seedCount else { return nil }
    return all.first { $0.key == entry.key && $0.seed == seed && $0.variant == entry.variant }
  }

  private init(_ number: Int, makingSeed seed: Int) {
    self.number = number
    self.seed = seed
    // One of four bodies of a key does not fit into its file.
    let count = [100, 3000, 12_000, 20_000 + 9000 * number][seed]
    var random = SmallGenerator(state: UInt64(number * Self.seedCount + seed))
    var bytes: [UInt8] = []
    while bytes.count < count {
      let number = random.next()
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    var hash = SHA256()
    hash.update(bytes.span)
    self.bytes = bytes + hash.digest
  }

  var key: CacheKey { Self.key(number) }

  static func key(_ number: Int) -> CacheKey {
    CacheKey(partition: [UInt8(number % 3)], origin: "https://host\(number % 7)", text: "GET /\(number)")
  }

  var variant: [UInt8] { [UInt8(seed % 2)] }

  /// The metadata at first. An update appends to them.
  var metadata: [UInt8] { [UInt8(seed)] }
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
