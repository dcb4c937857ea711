#if Zstd
  internal import SluiceGzip

  /// The kind of a frame, from its header.
  ///
  /// A data frame ([RFC 8878 §3.1.1](https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1)):
  ///
  /// ```
  /// 28 B5 2F FD | descriptor | window    | dictionary       | content size
  ///             | 1 byte     | 0, 1 byte | 0, 1, 2, 4 bytes | 0, 1, 2, 4, 8 bytes
  ///
  /// descriptor: 7 6 length of content size, 5 single segment, 4 unused, 3 reserved, 2 checksum, 1 0 dictionary
  /// ```
  ///
  /// A skippable frame ([§3.1.2](https://www.rfc-editor.org/rfc/rfc8878#section-3.1.2)):
  ///
  /// ```
  /// 5x 2A 4D 18 | length, 4 bytes | content
  /// ```
  enum ZstdFrame {
    /// A frame whose content of that many bytes has no meaning.
    case skippable(Int)
    /// A frame of blocks, and possibly a checksum after them.
    case data(hasChecksum: Bool)

    /// Returns whether a frame can start with `bytes`, of which only the first four matter.
    static func canStart(with bytes: [UInt8]) -> Bool {
      let start = bytes.prefix(4)
      if start.elementsEqual(dataMagic.prefix(start.count)) { return true }
      return start.first.map { $0 & 0xF0 == 0x50 } ?? true
        && start.dropFirst().elementsEqual(skippableMagicAfterFirst.prefix(max(start.count - 1, 0)))
    }

    private static let dataMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    private static let skippableMagicAfterFirst: [UInt8] = [0x2A, 0x4D, 0x18]

    /// Reads a header, whose start has been checked.
    ///
    /// - Returns: `nil` if the header has more bytes.
    /// - Throws: ``ErrorCode/invalidHeader``, ``ErrorCode/windowTooLarge``.
    init?(header: [UInt8], at byteOffset: Int64) throws(ZstdError) {
      guard header.count >= 5 else { return nil }
      if header[0] != Self.dataMagic[0] {
        guard header.count == 8 else { return nil }
        self = .skippable(Int(Self.number(header[4...])))
        return
      }
      let descriptor = header[4]
      let isSingleSegment = descriptor & 0x20 != 0
      let windowLength = isSingleSegment ? 0 : 1
      let dictionaryLength = [0, 1, 2, 4][Int(descriptor & 3)]
      let sizeLength = [isSingleSegment ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
      if descriptor & 8 != 0 {
        throw ZstdError(.invalidHeader, at: byteOffset, "a reserved bit is set in the header")
      }
      guard header.count == 5 + windowLength + dictionaryLength + sizeLength else { return nil }
      let dictionary = Self.number(header[(5 + windowLength)...].prefix(dictionaryLength))
      if dictionary != 0 { throw ZstdError(.invalidHeader, at: byteOffset, "a dictionary is needed") }
      let window =
        isSingleSegment
        ? Self.contentSize(header.suffix(sizeLength))
        : Self.windowSize(header[5])
      if window > UInt64(ZstdDecoder.maximumWindowByteCount) {
        throw ZstdError(.windowTooLarge, at: byteOffset, "the window has \(window) bytes")
      }
      self = .data(hasChecksum: descriptor & 4 != 0)
    }

    private static func windowSize(_ descriptor: UInt8) -> UInt64 {
      let base = UInt64(1) << (10 + UInt64(descriptor >> 3))
      return base + base / 8 * UInt64(descriptor & 7)
    }

    private static func contentSize(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      // Two bytes start at 256, because less fits into one.
      number(bytes) + (bytes.count == 2 ? 256 : 0)
    }

    /// The number in little-endian order.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// The header of a block ([RFC 8878 §3.1.1.2](https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.2)): three bytes
  /// in little-endian order.
  ///
  /// ```
  /// bit 23 … 3   2 1    0
  ///     size     type   last
  /// ```
  struct ZstdBlock {
    let isLast: Bool
    /// The number of bytes that follow the header. libzstd checks it, and the type.
    let byteCount: Int

    /// Reads a header of three bytes.
    init(header: [UInt8]) {
      isLast = header[0] & 1 != 0
      let isRepeatedByte = header[0] >> 1 & 3 == 1
      byteCount = isRepeatedByte ? 1 : Int(header[0] >> 3) | Int(header[1]) << 5 | Int(header[2]) << 13
    }
  }
#endif
