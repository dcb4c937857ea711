/// A generator of random numbers that repeats its sequence for the same seed (SplitMix64).
///
/// ```swift
/// var generator = SeededGenerator(seed: 1)
/// let die = Int.random(in: 1...6, using: &generator)
/// ```
///
/// The sequence is the same on every machine and in every version of this package, so a seed in a report is enough to
/// repeat a search. Every seed is as good as any other, including 0. Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Returns a number from 0 up to `count`, exclusive, or 0 if `count` is not positive.
  mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(count, 1))).high)
  }

  /// Returns `true` in one of `count` cases.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// Returns a byte.
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 24) }

  /// Returns an element of `choices`.
  ///
  /// - Precondition: `choices` is not empty.
  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// Returns a length from 1 to `maximum`. Short lengths are frequent.
  mutating func length(upTo maximum: Int) -> Int {
    let cap = min(maximum, 1 << (below(10) + 1))
    return 1 + below(cap)
  }

  /// Returns a range within `0..<count` that is not empty unless `count` is 0. Short ranges are frequent.
  mutating func range(in count: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let length = length(upTo: count)
    let start = below(count - length + 1)
    return start..<start + length
  }
}
