/// Reads numbers and byte strings from the start of bytes, which may be damaged.
///
/// Numbers are little-endian. A byte string begins with its count in 4 bytes.
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a number, or returns `nil` if there are too few bytes.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>() -> Number? {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { return nil }
    var number = Number(0)
    for index in (rest.startIndex..<rest.startIndex + count).reversed() {
      number = number << 8 | Number(rest[index])
    }
    rest = rest[(rest.startIndex + count)...]
    return number
  }

  /// Reads a number of 8 bytes that may be negative, or returns `nil` if there are too few bytes.
  mutating func signed() -> Int64? {
    let bits: UInt64? = number()
    return bits.map { Int64(bitPattern: $0) }
  }

  /// Reads a byte string, or returns `nil` if there are too few bytes.
  mutating func bytes() -> [UInt8]? { slice().map { Array($0) } }

  private mutating func slice() -> ArraySlice<UInt8>? {
    guard let count: UInt32 = number(), let count = Int(exactly: count), count <= rest.count else {
      return nil
    }
    let slice = rest[..<(rest.startIndex + count)]
    rest = rest[slice.endIndex...]
    return slice
  }

  /// Reads a byte string as UTF-8, or returns `nil` if it is not UTF-8 or there are too few bytes.
  mutating func text() -> String? { slice().flatMap { String(validating: $0, as: UTF8.self) } }
}

extension [UInt8] {
  /// Appends a number.
  mutating func append(number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Appends a number that may be negative.
  mutating func append(signed number: Int64) { append(number: UInt64(bitPattern: number)) }

  /// Appends the UTF-8 of a text.
  ///
  /// - Precondition: It has less than 4 GiB.
  mutating func append(text: String) { append(field: Array(text.utf8)) }

  /// Appends a byte string.
  ///
  /// - Precondition: It has less than 4 GiB.
  mutating func append(field bytes: [UInt8]) {
    append(number: UInt32(bytes.count))
    append(contentsOf: bytes)
  }
}
