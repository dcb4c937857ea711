/// A value or a key of a document, packed into one word of its tape.
///
///      63                          28 27               4 3    0
///     +------------------------------+------------------+------+
///     | offset or end        36 bits | length   24 bits | kind |
///     |                              | or count         |      |
///     +------------------------------+------------------+------+
///
///     kind        offset or end                             length or count
///     scalar      its first byte in the document;           its bytes, without quotation marks
///     and key     for a string, after the quotation mark
///     container   the index of the entry after its content  its elements or members
///
/// As a hexadecimal number, a word reads from left to right: in `0x2_000002_5` the offset is 2, the length 2, and the
/// kind 5 (``Kind/string``). A length or count of 2²⁴ − 1 or more is stored as ``unknownLength`` and computed when it
/// is needed. ``JSONTape`` shows the entries of a whole document.
@usableFromInline
struct JSONEntry {
  @usableFromInline
  enum Kind: UInt8 {
    case null, `false`, `true`
    /// A number without a fraction and an exponent.
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

  @usableFromInline private(set) var word: UInt64

  @inlinable static var lengthShift: UInt64 { 4 }
  @inlinable static var offsetShift: UInt64 { 28 }

  /// The stored length or count of an entry whose actual one is this or more.
  @inlinable static var unknownLength: Int { 1 << 24 - 1 }
  /// The limit of document sizes in bytes, exclusive: 64 GiB.
  static let maximumOffset = 1 << 36

  @inlinable
  init(word: UInt64) { self.word = word }

  @inline(__always)
  init(_ kind: Kind, offset: Int, length: Int) {
    let length = min(length, Self.unknownLength)
    word =
      UInt64(truncatingIfNeeded: offset) << Self.offsetShift
      | UInt64(truncatingIfNeeded: length) << Self.lengthShift | UInt64(kind.rawValue)
  }

  @inlinable @inline(__always)
  var kind: Kind {
    // The synthesized `Kind(rawValue:)` is not optimized as well.
    switch word & 15 {
    case 1: .false
    case 2: .true
    case 3: .integer
    case 4: .fraction
    case 5: .string
    case 6: .unicode
    case 7: .escaped
    case 8: .array
    case 9: .object
    default: .null
    }
  }

  /// The offset of a scalar's first byte; for a string, of the byte after its quotation mark.
  @inlinable @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: word >> Self.offsetShift) }

  /// The number of bytes of a scalar; for a string, between its quotation marks.
  @inlinable @inline(__always)
  var length: Int { Int(truncatingIfNeeded: word >> Self.lengthShift) & Self.unknownLength }

  /// The index of the entry after a container's content.
  ///
  /// While the scanner is inside the container, this is the index of the enclosing container plus 1, or 0 for the root.
  @inlinable @inline(__always)
  var end: Int { offset }

  /// The number of elements or members of a container.
  @inlinable @inline(__always)
  var count: Int { length }

  @inlinable @inline(__always)
  var isContainer: Bool { word & 15 >= UInt64(Kind.array.rawValue) }

  @inline(__always)
  var isString: Bool { kind == .string || kind == .unicode || kind == .escaped }

  /// Returns whether the entry is an ASCII string without escapes that has the given length in bytes.
  @inlinable @inline(__always)
  func isPlainString(ofLength length: Int) -> Bool {
    let known = UInt64(truncatingIfNeeded: length) << Self.lengthShift | UInt64(Kind.string.rawValue)
    // A loop over keys does this once.
    let expected = length < Self.unknownLength ? known : .max
    return word & (1 << Self.offsetShift - 1) == expected
  }

  /// Whether the entry is an ASCII string without escapes of fewer than 16 bytes.
  @inline(__always)
  var isShortPlainString: Bool {
    word & (1 << Self.offsetShift - 1) & ~(15 << Self.lengthShift) == UInt64(Kind.string.rawValue)
  }

  @inline(__always)
  var isNumber: Bool { kind == .integer || kind == .fraction }

  /// Counts one more element or member of a container.
  @inline(__always)
  mutating func increaseCount() {
    if count < Self.unknownLength { word &+= 1 << Self.lengthShift }
  }

  /// Returns the entry of a container whose content ends before the entry at `end`.
  @inline(__always)
  func ending(at end: Int) -> JSONEntry {
    JSONEntry(
      word: word & (1 << Self.offsetShift - 1) | UInt64(truncatingIfNeeded: end) << Self.offsetShift)
  }
}
