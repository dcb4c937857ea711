import FoundationEssentials
import SluiceCoding
import SluiceTestSupport

/// A generator of property lists of all kinds that are the same for a seed.
struct PropertyListGenerator {
  private var random: SeededGenerator
  private let hasUIDs: Bool

  init(seed: UInt64, hasUIDs: Bool = true) {
    random = SeededGenerator(seed: seed)
    self.hasUIDs = hasUIDs
  }

  /// Returns an array or a dictionary without any NaN.
  mutating func root() -> Plist {
    flip() ? .array(elements(depth: 0)) : .dictionary(members(depth: 0))
  }

  private mutating func value(depth: Int) -> Plist {
    switch below(depth < 5 ? 13 : 9) {
    case 0, 1: .string(text())
    case 2: .integer(Int128(Int64(truncatingIfNeeded: random.next())) >> Int128(below(64)))
    case 3: .integer(Int128(random.next() >> UInt64(below(64))))
    case 4: .real(real())
    case 5: .bool(flip())
    // Whole seconds of the years 1 to 9999.
    case 6:
      .date(
        Date(timeIntervalSince1970: Double(Int.random(in: -62_000_000_000...253_000_000_000, using: &random)))
      )
    case 7: .data(Data(random.bytes(below(flip() ? 4 : 200))))
    case 8: hasUIDs ? .uid(random.next() >> UInt64(below(64))) : .bool(true)
    case 9, 10: .array(elements(depth: depth + 1))
    default: .dictionary(members(depth: depth + 1))
    }
  }

  private mutating func elements(depth: Int) -> [Plist] {
    (0..<below(flip() ? 5 : 20)).map { _ in value(depth: depth) }
  }

  private mutating func members(depth: Int) -> [Plist.Member] {
    var keys: Set<[UInt8]> = []
    return (0..<below(flip() ? 5 : 20)).compactMap { _ in
      let key = text()
      guard keys.insert(Array(key.utf8)).inserted else { return nil }
      return Plist.Member(key, value(depth: depth))
    }
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "B", "0", " ", "&", "<", ">", "]]>", "\"'", "é", "e\u{301}", "👩‍👩‍👧‍👦", "日本", "\n", "\t", "\r", "\r\n",
      "&amp;", "<!--", "\u{FFFD}", "\u{7F}\u{85}\u{2028}",
    ]
    return (0..<below(8)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  private mutating func real() -> Double {
    let real = Double(bitPattern: random.next())
    return switch below(8) {
    case 0: .infinity
    case 1: -.infinity
    case 2: -0.0
    case 3: Double(below(1000)) / 10
    default: real.isNaN ? 0.1 : real
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func flip() -> Bool { below(2) == 0 }
}
