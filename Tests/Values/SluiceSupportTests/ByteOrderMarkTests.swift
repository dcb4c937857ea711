import SluiceSupport
import Testing

/// The marks at the start of texts.
@Suite(.timeLimit(.minutes(5))) struct ByteOrderMarkTests {
  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF], .utf8), ([0xEF, 0xBB, 0xBF, 0x61], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
      ([0xFF, 0xFE, 0, 0], .utf16LittleEndian), ([0xFE, 0xFF, 0], .utf16BigEndian), ([], nil), ([0xEF], nil),
      ([0xEF, 0xBB], nil), ([0xEF, 0xBB, 0xBE], nil), ([0xFF], nil), ([0x61, 0xEF, 0xBB, 0xBF], nil),
      ([0, 0, 0xFE, 0xFF], nil),
    ] as [([UInt8], ByteOrderMark?)])
  func `a mark is found at the start of a text`(bytes: [UInt8], mark: ByteOrderMark?) {
    #expect(ByteOrderMark(atStartOf: bytes.span) == mark)
    if let mark { #expect(bytes.starts(with: mark.bytes)) }
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], 3), ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], 3), ([0xEF, 0xBB, 0xBF], 3),
      ([0xEF, 0xBB, 0x61], 0), ([0xEF, 0xBB], 0), ([0xEF], 0), ([0x61, 0xEF, 0xBB, 0xBF], 0), ([], 0),
    ] as [([UInt8], Int)])
  func `a mark is skipped in a stream, however it is split`(bytes: [UInt8], byteCount: Int) {
    for size in 1...6 {
      var skipper = ByteOrderMark.Skipper()
      var text: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let chunk = Array(bytes[start..<min(start + size, bytes.count)])
        var position = 0
        text += skipper.skip(in: chunk.span, from: &position)
        text += chunk[position...]
      }
      text += skipper.finish()
      #expect(text == Array(bytes.dropFirst(byteCount)), "\(size) bytes at a time")
      #expect(skipper.byteCount == byteCount)
    }
  }
}
