/// An input, taken apart from its front: first the bytes that choose options, then the rest, which is what the parser
/// gets. Where nothing is left, every choice is 0, so that each file is a whole input.
struct FuzzInput {
  private let bytes: [UInt8]
  private var position = 0
  /// What the input is worth in work beside its own bytes: those it stands for, when it is expanded.
  var announcedWork = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { position == bytes.count }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// From one byte.
  mutating func choice<T>(of choices: [T]) -> T { choices[Int(byte()) % choices.count] }

  /// From one byte, or two where the range is wider than one can tell.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    let width = range.upperBound - range.lowerBound + 1
    let drawn = width > 256 ? Int(byte()) << 8 | Int(byte()) : Int(byte())
    return range.lowerBound + drawn % width
  }

  /// The next `count` bytes, or those that are left.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { position = min(position + count, bytes.count) }
    return Array(bytes[position..<min(position + count, bytes.count)])
  }

  /// Bytes behind a byte that tells their number: at most 255.
  mutating func string() -> [UInt8] { bytes(Int(byte())) }

  mutating func rest() -> [UInt8] { bytes(bytes.count - position) }
}
