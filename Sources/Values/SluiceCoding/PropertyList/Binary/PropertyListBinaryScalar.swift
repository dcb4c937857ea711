import FoundationEssentials

/// The bytes of scalar objects, as described in ``PropertyListBinaryObject``.
enum PropertyListBinaryScalar {
  /// Returns a string in ASCII if possible, otherwise in UTF-16.
  static func string(_ text: String) -> [UInt8] {
    let bytes = text.utf8.span
    if bytes.indices.allSatisfy({ bytes[$0] < 0x80 }) {
      return head(0x50, count: bytes.count) + text.utf8
    }
    let units = Array(text.utf16)
    var object = head(0x60, count: units.count)
    object.reserveCapacity(object.count + 2 * units.count)
    for unit in units { object.append(bigEndian: Int(unit), size: 2) }
    return object
  }

  /// Returns an integer of one, two or four bytes without a sign, of eight bytes with a sign, or of sixteen bytes
  /// above `Int64.max`.
  static func integer(_ integer: Int128) -> [UInt8] {
    guard let small = Int(exactly: integer) else { return [0x14] + bytes(of: integer) }
    switch small {
    case 0...0xFF: return [0x10, UInt8(small)]
    case 0...0xFFFF: return [0x11] + bytes(of: UInt16(small))
    case 0...0xFFFF_FFFF: return [0x12] + bytes(of: UInt32(small))
    default: return [0x13] + bytes(of: small)
    }
  }

  static func real(_ real: Double) -> [UInt8] { [0x23] + bytes(of: real.bitPattern) }

  /// Returns a date, given in seconds from the start of 2001.
  static func date(_ seconds: Double) -> [UInt8] { [0x33] + bytes(of: seconds.bitPattern) }

  static func data(_ data: Data) -> [UInt8] { head(0x40, count: data.count) + data }

  static func uid(_ uid: UInt64) -> [UInt8] {
    let bytes = bytes(of: uid)
    let size = 8 - min(uid.leadingZeroBitCount / 8, 7)
    let width = size > 4 ? 8 : size > 2 ? 4 : size
    return [0x80 | UInt8(width - 1)] + bytes.suffix(width)
  }

  /// Returns a marker with a count. From 15 on, the count is another object.
  static func head(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int128(count))
  }

  /// Returns the number of bytes of an object's number or offset, from 1 to 8.
  static func size(of number: Int) -> Int {
    max(1, (Int.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }

  private static func bytes<Integer: FixedWidthInteger>(of integer: Integer) -> [UInt8] {
    stride(from: Integer.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: integer >> $0) }
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of `number` in big-endian order.
  mutating func append(bigEndian number: Int, size: Int) {
    for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
