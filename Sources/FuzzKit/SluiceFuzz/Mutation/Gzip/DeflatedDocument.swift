internal import SluiceGzip

/// Writers of the formats around deflated data.
enum DeflatedDocument {
  /// The optional fields of a gzip header (RFC 1952 §2.3).
  struct GzipHeader {
    var isText = false
    var extra: [UInt8]?
    var name: [UInt8]?
    var comment: [UInt8]?
    var hasChecksum = false
    var time: UInt32 = 0

    var bytes: [UInt8] {
      let flags =
        (isText ? 1 : 0) | (hasChecksum ? 2 : 0) | (extra == nil ? 0 : 4) | (name == nil ? 0 : 8)
        | (comment == nil ? 0 : 16)
      var bytes: [UInt8] = [0x1F, 0x8B, 8, UInt8(flags)] + time.littleEndianBytes + [0, 3]
      if let extra = extra?.prefix(0xFFFF) {
        bytes += UInt32(extra.count).littleEndianBytes.prefix(2)
        bytes += extra
      }
      for text in [name, comment] {
        guard let text else { continue }
        bytes += text.filter { $0 != 0 } + [0]
      }
      if hasChecksum { bytes += CRC32.checksum(of: bytes.span).littleEndianBytes.prefix(2) }
      return bytes
    }
  }

  /// Returns a gzip member.
  static func gzip(_ deflated: [UInt8], of content: [UInt8], _ header: GzipHeader = GzipHeader()) -> [UInt8] {
    header.bytes + deflated + CRC32.checksum(of: content.span).littleEndianBytes
      + UInt32(truncatingIfNeeded: content.count).littleEndianBytes
  }

  /// Returns a zlib stream (RFC 1950).
  static func zlib(_ deflated: [UInt8], of content: [UInt8]) -> [UInt8] {
    // A window of 32 KiB, and the check bits.
    [0x78, 0x9C] + deflated + adler32(of: content).littleEndianBytes.reversed()
  }

  private static func adler32(of content: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    var rest = content[...]
    while !rest.isEmpty {
      // The sums of so many bytes do not overflow.
      for byte in rest.prefix(5000) {
        a &+= UInt32(byte)
        b &+= a
      }
      a %= 65521
      b %= 65521
      rest = rest.dropFirst(5000)
    }
    return b << 16 | a
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] {
    [
      UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8),
      UInt8(truncatingIfNeeded: self >> 16),
      UInt8(truncatingIfNeeded: self >> 24),
    ]
  }
}
