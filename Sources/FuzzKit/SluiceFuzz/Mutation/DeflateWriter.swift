internal import SluiceGzip

/// A writer of deflated data (RFC 1951) in which the kind of every block is chosen.
///
/// A compressor chooses blocks by size; a parser must read all of them. Repetitions are written as matches of short
/// lengths and distances, which need no extra bits.
struct DeflateWriter {
  enum Block: CaseIterable { case stored, fixed, dynamic }

  private(set) var bytes: [UInt8] = []
  /// Bits that do not fill a byte yet, the first one lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0

  private static let maximumStoredByteCount = 0xFFFF

  /// Writes a block; if it is stored, one for each 65,535 bytes.
  mutating func write(_ content: ArraySlice<UInt8>, as block: Block, isLast: Bool) {
    bytes.reserveCapacity(bytes.count + content.count + content.count / 8 + 64)
    switch block {
    case .stored: writeStored(content, isLast: isLast)
    case .fixed: writeFixed(content, isLast: isLast)
    case .dynamic: writeDynamic(content, isLast: isLast)
    }
  }

  /// Fills the last byte with zeros.
  mutating func finish() {
    if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    bits = 0
    bitCount = 0
  }

  /// Appends a number, lowest bit first.
  private mutating func put(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Appends a Huffman code, highest bit first.
  private mutating func putCode(_ code: Int, _ count: Int) {
    put(Int(UInt16(code).bitSwapped >> UInt16(16 - count)), count)
  }

  private mutating func writeStored(_ content: ArraySlice<UInt8>, isLast: Bool) {
    var rest = content
    repeat {
      let piece = rest.prefix(Self.maximumStoredByteCount)
      rest = rest.dropFirst(piece.count)
      put(isLast && rest.isEmpty ? 1 : 0, 1)
      put(0, 2)
      finish()
      put(piece.count, 16)
      put(piece.count ^ 0xFFFF, 16)
      bytes += piece
    } while !rest.isEmpty
  }

  /// Writes a block with the fixed codes (RFC 1951 §3.2.6).
  private mutating func writeFixed(_ content: ArraySlice<UInt8>, isLast: Bool) {
    put(isLast ? 1 : 0, 1)
    put(1, 2)
    var position = content.startIndex
    while position < content.endIndex {
      if let match = Self.match(in: content, at: position) {
        // 257 to 264 are lengths of 3 to 10, and 285 is 258.
        if match.length == 258 { putCode(0b1100_0101, 8) } else { putCode(match.length - 2, 7) }
        putCode(match.distance - 1, 5)
        position += match.length
      } else {
        let byte = Int(content[position])
        if byte < 144 { putCode(0x30 + byte, 8) } else { putCode(0x190 + byte - 144, 9) }
        position += 1
      }
    }
    putCode(0, 7)
  }

  /// Returns a repetition of the bytes 1 to 4 before.
  private static func match(in content: ArraySlice<UInt8>, at position: Int) -> (length: Int, distance: Int)?
  {
    for distance in 1...4 where position - distance >= content.startIndex {
      var length = 0
      while length < 258, position + length < content.endIndex,
        content[position + length] == content[position + length - distance]
      {
        length += 1
      }
      if length >= 3 { return (length == 258 ? 258 : min(length, 10), distance) }
    }
    return nil
  }

  /// Writes a block with codes of its own (RFC 1951 §3.2.7): 8 bits for 0 to 254, 9 bits for 255 and for the end.
  private mutating func writeDynamic(_ content: ArraySlice<UInt8>, isLast: Bool) {
    put(isLast ? 1 : 0, 1)
    put(2, 2)
    // 257 codes for literals and the end, 1 for distances, and 7 for the lengths 16, 17, 18, 0, 8, 7 and 9.
    put(0, 5)
    put(0, 5)
    put(3, 4)
    for length in [2, 0, 0, 2, 2, 0, 2] { put(length, 3) }
    // 255 times 8: once, 42 repetitions of 6, each of which is four ones, and twice again.
    putCode(0b01, 2)
    for _ in 0..<4 { put(0xFF_FFFF_FFFF, 40) }
    put(0xFF, 8)
    putCode(0b01, 2)
    putCode(0b01, 2)
    // Twice 9, and no distance.
    putCode(0b10, 2)
    putCode(0b10, 2)
    putCode(0b00, 2)
    for byte in content {
      if byte == 255 { putCode(510, 9) } else { putCode(Int(byte), 8) }
    }
    putCode(511, 9)
  }
}

extension UInt16 {
  /// The bits in reverse order.
  fileprivate var bitSwapped: UInt16 {
    var value = byteSwapped
    value = (value & 0x0F0F) << 4 | (value >> 4) & 0x0F0F
    value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
    return (value & 0x5555) << 1 | (value >> 1) & 0x5555
  }
}

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
