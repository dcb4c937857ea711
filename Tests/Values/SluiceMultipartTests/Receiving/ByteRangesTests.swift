import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Bodies of the type multipart/byteranges (RFC 9110 §14.6).
@Suite(.timeLimit(.minutes(5))) struct ByteRangesTests {
  private static let type = "multipart/byteranges; boundary=B"

  private func body(_ parts: [(header: String, bytes: String)]) -> String {
    parts.map { "--B\r\n\($0.header)\r\n\r\n\($0.bytes)\r\n" }.joined() + "--B--\r\n"
  }

  @Test func `each part has its range`() async throws {
    let text = body([
      ("Content-Type: text/plain\r\nContent-Range: bytes 500-502/1000", "abc"),
      ("content-range:bytes 0-0/*", "x"),
      ("Content-Range: bytes 998-999/1000\r\nContent-Length: 2", "\r\n"),
    ])
    var found: [Range<Int64>: String] = [:]
    for try await part in try MultipartReader(.text(text), contentType: Self.type) {
      let range = try #require(part.contentRange)
      found[range.range] = String(decoding: try await part.collect(upTo: 10), as: UTF8.self)
    }
    #expect(found == [500..<503: "abc", 0..<1: "x", 998..<1000: "\r\n"])
  }

  typealias Malformed = (parts: [(header: String, bytes: String)], failure: String)

  @Test(
    arguments: [
      "missing": ([("Content-Type: a/b", "")], "invalid-content-range at 24 in 0"),
      "end before the start": ([("Content-Range: bytes 1-0/5", "")], "invalid-content-range at 20 in 0"),
      "unsatisfied": ([("Content-Range: bytes */5", "")], "invalid-content-range at 20 in 0"),
      "twice": (
        [("Content-Range: bytes 0-1/5\r\nContent-Range: bytes 0-1/5", "ab")], "repeated-header at 48 in 0"
      ),
      "longer than the part": ([("Content-Range: bytes 0-1/5", "a")], "content-length-mismatch at 36 in 0"),
      "shorter than the part": (
        [("Content-Range: bytes 0-1/5", "abc")], "content-length-mismatch at 37 in 0"
      ),
      "contradicts the length": (
        [("Content-Range: bytes 0-1/5\r\nContent-Length: 3", "abc")], "content-length-mismatch at 49 in 0"
      ),
      "two complete lengths": (
        [("Content-Range: bytes 0-0/5", "a"), ("Content-Range: bytes 1-1/6", "b")],
        "invalid-content-range at 58 in 1"
      ),
    ] as NamedCases<Malformed>)
  func `a range that is missing, malformed or does not fit is an error`(range: NamedCase<Malformed>) throws {
    let (parts, failure) = range.value
    let text = body(parts)
    #expect(try MultipartParser(contentType: Self.type).transcript(of: text).failure == failure)
  }

  @Test func `parts of other types need no range`() throws {
    let text = body([("Content-Range: nonsense", "a")])
    #expect(try MultipartParser.mixed().transcript(of: text).isWhole)
  }
}
