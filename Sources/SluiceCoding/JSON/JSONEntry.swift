/// A value or a key of a document, in one word of its tape.
///
/// The tape holds a document's values in order, each container before what it contains, and each member's key
/// before its value. A container's word says where on the tape its content ends, so it is skipped in one step.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, `false`, `true`
    /// A number without fraction and exponent.
    case integer
    /// Any other number.
    case fraction
    /// An ASCII string without escapes.
    case string
    /// Any other string without escapes.
    case unicode
    /// A string with escapes.
    case escaped
    case array, object
  }

  /// 36 bits of offset or end, 24 of length or count, 4 of kind.
  private(set) var word: UInt64

  private static let lengthShift: UInt64 = 4
  private static let offsetShift: UInt64 = 28

  /// A length or count that has no room in the word, and has to be found out again.
  static let unknownLength = 1 << 24 - 1
  /// Documents are smaller.
  static let maxOffset = 1 << 36

  init(word: UInt64) { self.word = word }

  @inline(__always)
  init(_ kind: Kind, offset: Int, length: Int) {
    let length = min(length, Self.unknownLength)
    word =
      UInt64(truncatingIfNeeded: offset) << Self.offsetShift
      | UInt64(truncatingIfNeeded: length) << Self.lengthShift | UInt64(kind.rawValue)
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word & 15)) ?? .null }

  /// Of a scalar: its first byte, for a string after the quotation mark.
  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: word >> Self.offsetShift) }

  /// Of a scalar: how many bytes it has, for a string between the quotation marks.
  @inline(__always)
  var length: Int { Int(truncatingIfNeeded: word >> Self.lengthShift) & Self.unknownLength }

  /// Of a container: the entry after its content; while it is being scanned, the container around it.
  @inline(__always)
  var end: Int { offset }

  /// Of a container: how many elements or members it has.
  @inline(__always)
  var count: Int { length }

  @inline(__always)
  var isContainer: Bool { word & 15 >= UInt64(Kind.array.rawValue) }

  @inline(__always)
  var isString: Bool { kind == .string || kind == .unicode || kind == .escaped }

  /// Whether it is an ASCII string without escapes that has this length.
  @inline(__always)
  func isPlainString(ofLength length: Int) -> Bool {
    let expected = UInt64(truncatingIfNeeded: length) << Self.lengthShift | UInt64(Kind.string.rawValue)
    return word & (1 << Self.offsetShift - 1) == expected && length < Self.unknownLength
  }

  @inline(__always)
  var isNumber: Bool { kind == .integer || kind == .fraction }

  /// One more element or member.
  @inline(__always)
  mutating func increaseCount() {
    if count < Self.unknownLength { word &+= 1 << Self.lengthShift }
  }

  @inline(__always)
  func ending(at end: Int) -> JSONEntry {
    JSONEntry(
      word: word & (1 << Self.offsetShift - 1) | UInt64(truncatingIfNeeded: end) << Self.offsetShift)
  }
}
