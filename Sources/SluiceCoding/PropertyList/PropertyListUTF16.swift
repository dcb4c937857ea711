/// UTF-16 text, which occurs in both formats.
enum PropertyListUTF16 {
  /// Returns `bytes` as UTF-8, up to the first lone surrogate, and whether there was none. An odd last byte is
  /// ignored.
  static func utf8(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> (text: [UInt8], isValid: Bool) {
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).lazy.map { position in
      UInt16(bytes[position + high]) << 8 | UInt16(bytes[position + low])
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    let isInvalid = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    return (text, !isInvalid)
  }
}
