import FoundationEssentials
internal import SluiceSupport

/// An object of a binary property list, before its references are followed.
///
/// An object begins with a marker: the kind in the high four bits, and a number *n* in the low four bits. All numbers
/// are big-endian.
///
/// ```
/// marker    object                 content after the marker
/// 08, 09    false, true            none
/// 1n        integer, n ≤ 4         2ⁿ bytes: unsigned if n ≤ 2, otherwise signed
/// 22, 23    real                   4 or 8 bytes (IEEE 754)
/// 33        date                   8 bytes: seconds from the start of 2001, as a real
/// 4n        data                   n bytes
/// 5n        string                 n bytes of ASCII
/// 6n        string                 n code units of UTF-16
/// 8n        UID                    n + 1 bytes
/// An        array                  n references, each the number of an object
/// Dn        dictionary             n references to keys, then n references to values
/// ```
///
/// A count of 15 or more does not fit *n* in 4n, 5n, 6n, An and Dn. Then *n* is F, and an integer object with the
/// count follows: `5F 10 14` and 20 bytes are a string of 20 bytes.
enum PropertyListBinaryObject {
  case scalar(PropertyList.Value, byteCount: Int)
  case array(References)
  case dictionary(References)

  var isDictionary: Bool {
    if case .dictionary = self { true } else { false }
  }

  /// The references of a container. An array has `count` references; a dictionary has twice as many, first those to
  /// all keys.
  struct References {
    let count: Int
    let offset: Int
  }
}

/// Parses single objects, and checks that they lie within the objects of the document.
struct PropertyListBinaryObjects {
  private let bytes: [UInt8]
  private let trailer: PropertyListBinaryTrailer

  init(_ bytes: [UInt8]) throws(PropertyList.Error) {
    self.bytes = bytes
    trailer = try PropertyListBinaryTrailer(parsing: bytes)
  }

  var count: Int { trailer.objectCount }
  var root: Int { trailer.root }

  /// Returns the position of the object with this number.
  func offset(of number: Int) throws(PropertyList.Error) -> Int {
    let entry = trailer.tableOffset + number * trailer.offsetSize
    guard let offset = bytes.integer(at: entry, size: trailer.offsetSize),
      offset >= PropertyListBinaryTrailer.magic.count, offset < trailer.tableOffset
    else {
      throw PropertyList.Error(.malformed, at: entry, "the offset of an object lies outside the objects")
    }
    return offset
  }

  /// Returns the number of the object that a reference of a container refers to.
  func number(at index: Int, of references: PropertyListBinaryObject.References)
    throws(PropertyList.Error) -> Int
  {
    let offset = references.offset + index * trailer.referenceSize
    guard let number = bytes.integer(at: offset, size: trailer.referenceSize), number < count else {
      throw PropertyList.Error(.malformed, at: offset, "a reference to a missing object")
    }
    return number
  }

  /// Returns the object at `offset`, which lies within the objects.
  func object(at offset: Int) throws(PropertyList.Error) -> PropertyListBinaryObject {
    let (kind, low) = (bytes[offset] & 0xF0, bytes[offset] & 0x0F)
    switch kind {
    case 0x00 where low == 0x8 || low == 0x9: return .scalar(.bool(low == 0x9), byteCount: 0)
    case 0x10 where low <= 4: return .scalar(.integer(try integer(at: offset)), byteCount: 0)
    case 0x20 where low == 2:
      let bits = try body(at: offset + 1, count: 4, of: offset).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      return .scalar(.real(Double(Float(bitPattern: bits))), byteCount: 0)
    case 0x20 where low == 3: return .scalar(.real(try double(at: offset)), byteCount: 0)
    case 0x30 where low == 3:
      let seconds = try double(at: offset)
      guard seconds.isFinite else { throw malformed(offset, "a date that is not finite") }
      return .scalar(.date(Date(timeIntervalSinceReferenceDate: seconds)), byteCount: 0)
    case 0x40:
      let body = try countedBody(at: offset, unit: 1)
      return .scalar(.data(Data(body)), byteCount: body.count)
    case 0x50:
      let body = try countedBody(at: offset, unit: 1)
      if let outside = body.firstIndex(where: { $0 >= 0x80 }) {
        throw PropertyList.Error(.invalidText, at: outside, "this byte is not ASCII")
      }
      return .scalar(.string(String(decoding: body, as: UTF8.self)), byteCount: body.count)
    case 0x60:
      let body = try countedBody(at: offset, unit: 2)
      return .scalar(.string(try text(utf16: body)), byteCount: body.count)
    case 0x80:
      let body = try body(at: offset + 1, count: Int(low) + 1, of: offset)
      guard body.dropLast(8).allSatisfy({ $0 == 0 }) else { throw malformed(offset, "a UID of over 64 bits") }
      return .scalar(.uid(body.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }), byteCount: 0)
    case 0xA0: return .array(try references(at: offset, perElement: 1))
    case 0xD0: return .dictionary(try references(at: offset, perElement: 2))
    default: throw malformed(offset, "an object of an unknown kind")
    }
  }

  // MARK: Bodies

  /// Reads an integer object. Integers of up to four bytes have no sign.
  private func integer(at offset: Int) throws(PropertyList.Error) -> Int128 {
    let body = try body(at: offset + 1, count: 1 << Int(bytes[offset] & 0x0F), of: offset)
    let bits = body.reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
    let integer = body.count == 8 ? Int128(Int64(truncatingIfNeeded: bits)) : Int128(truncatingIfNeeded: bits)
    guard PropertyList.Value.integers.contains(integer) else {
      throw malformed(offset, "an integer outside -2^63 to 2^64 - 1")
    }
    return integer
  }

  private func double(at offset: Int) throws(PropertyList.Error) -> Double {
    let body = try body(at: offset + 1, count: 8, of: offset)
    return Double(bitPattern: body.reduce(0) { $0 << 8 | UInt64($1) })
  }

  private func text(utf16 body: ArraySlice<UInt8>) throws(PropertyList.Error) -> String {
    do throws(UTF16Bytes.Malformed) {
      return String(decoding: try UTF16Bytes.utf8(body.span, isBigEndian: true), as: UTF8.self)
    } catch {
      throw PropertyList.Error(.invalidText, at: body.startIndex, "text with half of a surrogate pair")
    }
  }

  /// Returns the body of an object whose marker has a count of units.
  private func countedBody(at offset: Int, unit: Int) throws(PropertyList.Error) -> ArraySlice<UInt8> {
    let (count, start) = try count(at: offset)
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: unit)
    return try body(at: start, count: overflow ? .max : byteCount, of: offset)
  }

  private func references(
    at offset: Int, perElement: Int
  ) throws(PropertyList.Error) -> PropertyListBinaryObject.References {
    let (count, start) = try count(at: offset)
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: perElement * trailer.referenceSize)
    _ = try body(at: start, count: overflow ? .max : byteCount, of: offset)
    return PropertyListBinaryObject.References(count: count, offset: start)
  }

  /// Returns the count in a marker, or in the integer after it, and the position at which the body begins.
  private func count(at offset: Int) throws(PropertyList.Error) -> (count: Int, start: Int) {
    let low = Int(bytes[offset] & 0x0F)
    guard low == 0x0F else { return (low, offset + 1) }
    let marker = try body(at: offset + 1, count: 1, of: offset)
    guard let marker = marker.first, 0x10...0x14 ~= marker,
      let count = Int(exactly: try integer(at: offset + 1)), count >= 0
    else { throw malformed(offset, "a count that is not a valid integer") }
    return (count, offset + 2 + 1 << Int(marker & 0x0F))
  }

  /// Returns the bytes from `start`, which must end before the offset table.
  private func body(
    at start: Int, count: Int, of offset: Int
  ) throws(PropertyList.Error) -> ArraySlice<UInt8> {
    guard count <= trailer.tableOffset - start else {
      throw malformed(offset, "an object ends outside the objects")
    }
    return bytes[start..<start + count]
  }

  private func malformed(_ offset: Int, _ explanation: String) -> PropertyList.Error {
    PropertyList.Error(.malformed, at: offset, explanation)
  }
}
