import SluiceCoding
import Testing

/// Content-Range (RFC 9110 §14.4).
@Suite(.timeLimit(.minutes(5))) struct ContentRangeTests {
  @Test(
    arguments: [
      ("bytes 0-0/1", 0..<1, 1), ("bytes 42-1233/1234", 42..<1234, 1234), ("BYTES 1-2/*", 1..<3, nil),
      ("bytes 00-09/010", 0..<10, 10),
      ("bytes 9223372036854775805-9223372036854775805/9223372036854775806", .max - 2..<(.max - 1), .max - 1),
    ] as [(String, Range<Int64>, Int64?)])
  func `a range of bytes is read, with a complete length that may be unknown`(
    text: String, range: Range<Int64>, completeLength: Int64?
  ) throws {
    let value = try #require(ContentRange(text))
    #expect(value.range == range)
    #expect(value.completeLength == completeLength)
    #expect(ContentRange(value.description) == value)
  }

  @Test(
    arguments: [
      "", "bytes", "bytes ", "bytes 0-", "bytes -1/2", "bytes 0-1", "bytes 0-1/", "bytes 0-1/2x",
      "bytes 0-1/2 ", " bytes 0-1/2",
      "bytes  0-1/2", "bytes\t0-1/2", "bytes=0-1/2", "bytes 1-0/2", "bytes 0-2/2", "bytes */2", "items 0-1/2",
      "bytes 0-1/-",
      "bytes +0-1/2", "bytes 0-1/**", "bytes 0-9223372036854775807/*", "bytes 0-1/9223372036854775808",
      "bytes ٠-١/٢",
      "bytes 0-0, 1-1/2",
    ])
  func `anything else is not a range`(text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test(
    arguments: [
      ("bytes */0", 0), ("bytes */1234", 1234), ("BYTES */007", 7),
      ("bytes */9223372036854775806", .max - 1), ("bytes */9223372036854775807", nil), ("bytes */*", nil),
      ("bytes */", nil), ("bytes *", nil), ("bytes */-1", nil), ("bytes */1 ", nil), ("bytes  */1", nil),
      ("bytes=*/1", nil), ("items */1", nil), ("*/1", nil), ("bytes 0-0/1", nil),
      ("bytes */1, bytes */1", nil),
      ("", nil),
    ] as [(String, Int64?)])
  func `the complete length of an unsatisfied range is read`(text: String, length: Int64?) {
    #expect(ContentRange.Unsatisfied(text)?.completeLength == length)
  }
}
