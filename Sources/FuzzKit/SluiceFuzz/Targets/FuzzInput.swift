/// An input that is consumed from its front: first the bytes that choose options, then the rest, which the parser
/// reads.
///
/// At the end of the input, every further choice is the first one, so any bytes are a complete input:
///
/// ```swift
/// var input = FuzzInput([1, 3, 91, 93])
/// let isStrict = input.bool()                  // true
/// let depth = input.integer(in: 0...8)         // 3
/// let document = input.rest()                  // []
/// ```
public struct FuzzInput: Sendable {
  private let bytes: [UInt8]
  private var position = 0
  /// The number of bytes that the work budget allows for in addition to the input's own, such as those of its expanded
  /// form. Defaults to 0.
  package var announcedWork = 0

  /// Creates an input that is read from its first byte.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A Boolean value that indicates whether all bytes have been consumed.
  public var isEmpty: Bool { position == bytes.count }

  /// Consumes a byte.
  ///
  /// - Returns: The byte, or 0 at the end of the input.
  public mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// Consumes a byte.
  ///
  /// - Returns: Whether its lowest bit is set.
  public mutating func bool() -> Bool { byte() & 1 == 1 }

  /// Consumes a byte, which selects an element of `choices`.
  ///
  /// - Precondition: `choices` is not empty.
  public mutating func choice<T>(of choices: [T]) -> T { choices[Int(byte()) % choices.count] }

  /// Consumes as many bytes as the number of values in `range` needs, at least one.
  ///
  /// - Returns: An integer within `range`.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    // The number of values, less one.
    let last = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    var drawn: UInt64 = 0
    var capacity = last
    repeat {
      drawn = drawn << 8 | UInt64(byte())
      capacity >>= 8
    } while capacity > 0
    return range.lowerBound &+ Int(Int64(bitPattern: last == .max ? drawn : drawn % (last + 1)))
  }

  /// Consumes `count` bytes, or fewer at the end of the input.
  ///
  /// - Precondition: `count` is not negative.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    let end = position + min(count, bytes.count - position)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  /// Consumes a byte that states a number, and as many bytes.
  ///
  /// - Returns: Up to 255 bytes.
  public mutating func string() -> [UInt8] { bytes(Int(byte())) }

  /// Consumes all bytes that are left.
  public mutating func rest() -> [UInt8] { bytes(bytes.count - position) }
}

extension FuzzInput {
  /// Returns 64 random bytes, which a generator of documents consumes.
  static func choices(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
