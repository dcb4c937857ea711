/// The source of choices: an input and, for further attempts, numbers after its end.
struct AnswerChoices {
  private(set) var input: FuzzInput
  private var random: SeededGenerator
  /// Whether choices after the end of the input vary; otherwise, each is the first one.
  var isVaried: Bool

  init(_ input: FuzzInput, attempt: Int) {
    self.input = input
    random = SeededGenerator(seed: UInt64(attempt))
    isVaried = attempt > 0
  }

  var isAtEnd: Bool { input.isEmpty }

  mutating func byte() -> UInt8 { input.isEmpty ? (isVaried ? random.byte() : 0) : input.byte() }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// Returns a number from 0 up to `count`, exclusive, of up to 256.
  mutating func below(_ count: Int) -> Int { Int(byte()) % max(count, 1) }

  /// Returns a number from 0 up to `count`, exclusive, that varies even at the end of the input.
  mutating func variedBelow(_ count: Int) -> Int { input.isEmpty ? random.below(count) : below(count) }

  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// Returns up to 8 bytes as a number. Small numbers are frequent.
  mutating func bits() -> UInt64 { (0..<below(9)).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

  /// Returns text of up to `count` bytes, less one.
  mutating func text(below count: Int) -> String {
    let bytes = (0..<below(count)).map { _ in byte() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
