/// An input that is consumed from its front: first the bytes that choose options, then the rest, which the parser gets.
///
/// At the end of the input, every further choice is 0, so any file is a complete input.
struct FuzzInput {
  private let bytes: [UInt8]
  private var position = 0
  /// The number of bytes that the work budget allows for in addition to the input's own, such as those of its expanded
  /// form. Defaults to 0.
  var announcedWork = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { position == bytes.count }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// Returns the element of `choices` that one byte selects.
  mutating func choice<T>(of choices: [T]) -> T { choices[Int(byte()) % choices.count] }

  /// Returns an integer within `range`, from one byte, or from two if the range has more than 256 values.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    let width = range.upperBound - range.lowerBound + 1
    let drawn = width > 256 ? Int(byte()) << 8 | Int(byte()) : Int(byte())
    return range.lowerBound + drawn % width
  }

  /// Returns the next `count` bytes, or fewer at the end of the input.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { position = min(position + count, bytes.count) }
    return Array(bytes[position..<min(position + count, bytes.count)])
  }

  /// Returns up to 255 bytes. The byte before them states their number.
  mutating func string() -> [UInt8] { bytes(Int(byte())) }

  mutating func rest() -> [UInt8] { bytes(bytes.count - position) }
}
