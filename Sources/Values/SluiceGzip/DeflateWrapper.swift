internal import CZlib

/// The format that surrounds deflated data ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)).
public enum DeflateFormat: Sendable, Hashable, CaseIterable {
  /// A header, a CRC-32 checksum and the length ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)), as in
  /// `Content-Encoding: gzip`.
  case gzip
  /// A header of two bytes and an Adler-32 checksum ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950)), as in
  /// `Content-Encoding: deflate`.
  case zlib
  /// Deflated data alone, without header and checksum.
  case raw

  /// The `windowBits` argument of zlib for this format, with the largest window (32 KiB).
  var windowBits: CInt {
    switch self {
    case .gzip: MAX_WBITS + 16
    case .zlib: MAX_WBITS
    case .raw: -MAX_WBITS
    }
  }
}

#if ISAL
  /// The header of gzip (RFC 1952 §2.3) or zlib (RFC 1950 §2.2), read byte by byte. The errors are those of zlib.
  struct DeflateHeader {
    private enum Field {
      /// The first 10 bytes of gzip, or 2 of zlib.
      case fixed
      case dictionary
      case extraLength
      case extra(Int)
      case name
      case comment
      case checksum
      case end
    }

    private let isGzip: Bool
    private var field = Field.fixed
    /// The first bytes of the field.
    private var bytes: [UInt8] = []
    /// The flags of gzip.
    private var flags: UInt8 = 0
    private var sum: UInt32 = 0

    init(isGzip: Bool) { self.isGzip = isGzip }

    /// Whether the header has ended.
    var isComplete: Bool { if case .end = field { true } else { false } }

    /// Reads a byte.
    ///
    /// - Returns: The error, or `nil` if there is none.
    mutating func append(_ byte: UInt8) -> InflateStep.Failure? {
      if case .checksum = field {} else if isGzip { sum = CRC32.checksum(of: [byte].span, after: sum) }
      switch field {
      case .fixed:
        bytes.append(byte)
        return isGzip ? appendGzip() : appendZlib()
      case .dictionary:
        bytes.append(byte)
        // A preset dictionary (FDICT) is not supported.
        if bytes.count == 4 { return (.invalidHeader, "a preset dictionary is needed") }
      case .extraLength:
        bytes.append(byte)
        if bytes.count == 2 {
          let count = Int(bytes[0]) | Int(bytes[1]) << 8
          if count == 0 { begin(after: 2) } else { field = .extra(count) }
        }
      case .extra(let count): if count == 1 { begin(after: 2) } else { field = .extra(count - 1) }
      case .name: if byte == 0 { begin(after: 3) }
      case .comment: if byte == 0 { begin(after: 4) }
      case .checksum:
        bytes.append(byte)
        guard bytes.count == 2 else { return nil }
        if UInt32(bytes[0]) | UInt32(bytes[1]) << 8 != sum & 0xFFFF {
          return (.invalidHeader, "header crc mismatch")
        }
        field = .end
      case .end: break
      }
      return nil
    }

    private mutating func appendGzip() -> InflateStep.Failure? {
      switch bytes.count {
      case 2 where bytes != [0x1F, 0x8B]: return (.invalidHeader, "incorrect header check")
      case 4 where bytes[2] != 8: return (.invalidHeader, "unknown compression method")
      case 4 where bytes[3] & 0xE0 != 0: return (.invalidHeader, "unknown header flags set")
      case 10:
        flags = bytes[3]
        begin(after: 1)
      default: break
      }
      return nil
    }

    private mutating func appendZlib() -> InflateStep.Failure? {
      guard bytes.count == 2 else { return nil }
      if !(Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31) {
        return (.invalidHeader, "incorrect header check")
      }
      if bytes[0] & 0xF != 8 { return (.invalidHeader, "unknown compression method") }
      if bytes[0] >> 4 > 7 { return (.invalidHeader, "invalid window size") }
      let needsDictionary = bytes[1] & 0x20 != 0
      bytes.removeAll(keepingCapacity: true)
      field = needsDictionary ? .dictionary : .end
      return nil
    }

    /// Begins the next field of gzip that the flags announce.
    ///
    /// - Parameter last: The number of the field before: 1 for the fixed bytes, to 4 for the comment.
    private mutating func begin(after last: Int) {
      bytes.removeAll(keepingCapacity: true)
      // FEXTRA, FNAME, FCOMMENT and FHCRC.
      if last < 2, flags & 4 != 0 {
        field = .extraLength
      } else if last < 3, flags & 8 != 0 {
        field = .name
      } else if last < 4, flags & 16 != 0 {
        field = .comment
      } else {
        field = flags & 2 != 0 ? .checksum : .end
      }
    }
  }

  /// What follows the data: a checksum and, in gzip, the length, read byte by byte. The errors are those of zlib.
  struct DeflateTrailer {
    private let format: DeflateFormat
    private let checksum: UInt32
    private let byteCount: UInt32
    private var count = 0
    private var number: UInt32 = 0

    /// - Parameters:
    ///   - checksum: The checksum of the output.
    ///   - byteCount: The number of bytes of the output, modulo 2³².
    init(_ format: DeflateFormat, checksum: UInt32, byteCount: UInt32) {
      (self.format, self.checksum, self.byteCount) = (format, checksum, byteCount)
    }

    /// Whether the trailer has ended.
    var isComplete: Bool {
      switch format {
      case .gzip: count == 8
      case .zlib: count == 4
      case .raw: true
      }
    }

    /// Reads a byte.
    ///
    /// - Returns: The error, or `nil` if there is none.
    mutating func append(_ byte: UInt8) -> InflateStep.Failure? {
      // Gzip begins with the lowest byte, zlib with the highest.
      number = format == .gzip ? number >> 8 | UInt32(byte) << 24 : number << 8 | UInt32(byte)
      count += 1
      if count == 4, number != checksum { return (.checksumMismatch, "incorrect data check") }
      if count == 8, number != byteCount { return (.lengthMismatch, "incorrect length check") }
      return nil
    }
  }
#endif
