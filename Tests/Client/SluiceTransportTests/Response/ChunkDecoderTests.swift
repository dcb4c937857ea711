import SluiceBody
import SluiceTestSupport
import SluiceTransport
import Testing

/// The data of chunked bodies (RFC 9112 §7.1), which arrive in pieces.
@Suite(.timeLimit(.minutes(5))) struct ChunkDecoderTests {
  /// Decodes pieces. A reader that is full takes nothing when it is asked for the first time.
  private func decoded(_ pieces: [ArraySlice<UInt8>], isOftenFull: Bool = false) throws -> (
    String, isEnd: Bool
  ) {
    var decoder = ChunkDecoder()
    var data: [UInt8] = []
    for piece in pieces {
      let piece = Array(piece)
      var position = 0
      while let range = try decoder.nextData(in: piece.span, from: &position) {
        #expect(range.lowerBound == position && !range.isEmpty)
        if isOftenFull { #expect(try decoder.nextData(in: piece.span, from: &position) == range) }
        data += piece[range]
        decoder.didTake(range.count)
        position = range.upperBound
      }
      #expect(position == piece.count)
    }
    return (String(decoding: data, as: UTF8.self), !decoder.isWithinBody)
  }

  private func decoded(_ body: String) throws -> String {
    let bytes = Array(body.utf8)
    let (whole, isEnd) = try decoded([bytes[...]])
    #expect(isEnd)
    #expect(try decoded(bytes.indices.map { bytes[$0...$0] }, isOftenFull: true) == (whole, true))
    for middle in bytes.indices {
      #expect(try decoded([bytes[..<middle], bytes[middle...]]) == (whole, true))
    }
    // Without its last byte, it has not ended.
    #expect(try !decoded([bytes.dropLast()]).isEnd)
    return whole
  }

  @Test(arguments: [
    ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"), ("000\r\n\r\n", ""),
    ("2\r\nhe\r\n03\r\nllo\r\n0\r\n\r\n", "hello"), ("a\r\n0123456789\r\n00000\r\n\r\n", "0123456789"),
    ("A\r\n\r\n\r\n\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n\r\n\r\n\r\n"),
    ("0000000000000001\r\n1\r\n0\r\n\r\n", "1"),
    ("1;a\r\n1\r\n0;a=\"b\"; c\r\n\r\n", "1"), ("1 \t; a = b\r\n1\r\n0\r\n\r\n", "1"),
    ("1;\r\n1\r\n0\r\n\r\n", "1"),
    ("0\r\nX: y\r\nZ:\r\n\r\n", ""), ("0\r\nX: \u{E9}\u{1}:\r\n\r\n", ""),
  ]) func `a body is the data of its chunks, however it is divided`(body: String, data: String) throws {
    #expect(try decoded(body) == data)
  }

  @Test func `what follows a body is not a part of it`() throws {
    #expect(try decoded([Array("1\r\n1\r\n0\r\n\r\n2\r\n34\r\n".utf8)[...]]) == ("1", true))
  }

  @Test(arguments: [
    "\r\n", "\n", "g\r\n", "-1\r\n", "+1\r\n", " 1\r\n", "0x1\r\n", ";\r\n",
    "1\n", "1 \r\n", "1 1\r\n", "1\t\r\n", "1\r1", "1\r\r\n", "1,\r\n", "1;a\n", "1;\0\r\n", "1;a\rb\r\n",
    "00000000000000000\r\n", "8000000000000000\r\n", "fffffffffffffffff\r\n",
    "1\r\n1\n", "1\r\n11\r\n", "1\r\n1\r1", "1\r\n1\r\n\r\n", "1\r\n1\r\n\n",
    "0\n", "0 \r\n", "0\r\n\n", "0\r\n\r\r", "0\r\nX\r\n", "0\r\n:x\r\n", "0\r\nX: y\n", "0\r\nX: y\rz",
    "0\r\nX:\0",
  ]) func `anything else is malformed`(body: String) {
    let bytes = Array(body.utf8)
    for pieces in [[bytes[...]], bytes.indices.map { bytes[$0...$0] }] {
      let error = #expect(throws: SessionError.self) { try decoded(pieces) }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test func `the largest chunk has the largest number of bytes`() throws {
    var decoder = ChunkDecoder()
    var position = 0
    let start = Array("7fffffffffffffff\r\nx".utf8)
    #expect(try decoder.nextData(in: start.span, from: &position) == 18..<19)
    decoder.didTake(1)
    #expect(decoder.isWithinBody)
  }

  @Test(arguments: ["1;", "1 ", "0\r\nX: "]) func `extensions and trailers have a limit`(start: String) {
    let rest = [UInt8](
      repeating: UInt8(ascii: start.hasSuffix(" ") && !start.hasPrefix("0") ? " " : "a"), count: 300_000)
    let error = #expect(throws: SessionError.self) { try decoded([Array(start.utf8)[...], rest[...]]) }
    #expect(error?.code == .invalidResponse)
  }
}
