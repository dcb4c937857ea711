internal import SluiceBody

/// The random mark at the end of the hidden file that several machines write, which tells it from another file of that
/// name.
///
/// An inode would be another number on another machine, and may be used again. The mark is in the file itself, after
/// the bytes of the segments, until the file gets its name:
///
/// ```
///  ├── segment 1 ──┼── segment 2 ──┼ 3 ┼ "Sluice segments 9f86d081884c7d659a2feaa0c55ad015\n"
///  0                                   size of the complete file
/// ```
struct SegmentsMark: Sendable, Equatable {
  /// 32 hexadecimal digits.
  let text: String

  private static let start = Array("Sluice segments ".utf8)
  /// The number of bytes in the file.
  static let byteCount = start.count + 33

  /// Draws a mark at random.
  init() {
    text = SHA256.hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  /// Parses the bytes at the end of a file. The result is `nil` for anything else.
  init?(_ bytes: [UInt8]) {
    let digits = bytes.dropFirst(Self.start.count).dropLast()
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.start), bytes.last == UInt8(ascii: "\n"),
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    text = String(decoding: digits, as: UTF8.self)
  }

  /// The bytes at the end of the file.
  var bytes: [UInt8] { Self.start + Array("\(text)\n".utf8) }
}

extension Descriptor {
  /// Reads the mark after a number of bytes. The result is `nil` if the file does not end with one there.
  func segmentsMark(after byteCount: Int64) throws(SystemError) -> SegmentsMark? {
    var bytes: [UInt8] = []
    try read(into: &bytes, count: SegmentsMark.byteCount + 1, at: byteCount)
    return SegmentsMark(bytes)
  }
}
