import Sluice
import SluiceBody
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Response heads, assembled from lines.
@Suite(.timeLimit(.minutes(5))) struct ResponseHeadParserTests {
  /// Returns the heads that the lines form. Each line gets its CRLF.
  private func heads(_ lines: [String]) -> [HTTPResponse] {
    var parser = ResponseHeadParser()
    return lines.compactMap { line in
      let bytes = Array("\(line)\r\n".utf8)
      return parser.parse(bytes.span)
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK", 200, "OK"), ("HTTP/1.0 404 Not Found", 404, "Not Found"), ("HTTP/2 204 ", 204, ""),
    ("HTTP/2 204", 204, ""), ("HTTP/1.1 999 ", 999, ""), ("HTTP/1.1 299 Two  Words", 299, "Two  Words"),
  ])
  func `a status line is parsed`(line: String, code: Int, reason: String) {
    let heads = heads([line, ""])
    #expect(heads.count == 1)
    #expect(heads.first?.status.code == code)
    #expect(heads.first?.status.reasonPhrase == reason)
  }

  @Test(arguments: [("HTTP/1.0", "1.0"), ("HTTP/1.1", "1.1"), ("HTTP/2", "2"), ("HTTP/3", "3")])
  func `the version stays until the next status line`(word: String, version: String) {
    var parser = ResponseHeadParser()
    for line in ["HTTP/1.1 100 Continue", "", "\(word) 200 OK", "A: b", "", "Trailer: c"] {
      _ = parser.parse(Array("\(line)\r\n".utf8).span)
    }
    #expect(parser.httpVersion == version)
  }

  @Test(arguments: [
    "HTTP/1.1", "HTTP/1.1 abc", "HTTP/1.1 99 Low", "HTTP/1.1 1000 High", "HTTP/1.1 -20", "HTTP/1.1  200",
    "ICY 200 OK", "",
  ])
  func `a line that is not a status line begins no head`(line: String) {
    #expect(heads([line, "A: b", ""]) == [])
  }

  @Test func `fields keep their order, repetitions and values`() throws {
    let head = try #require(
      heads(["HTTP/1.1 200 OK", "B:  two words\t", "A:1", "b: x:y", "C:", "Empty: ", ""]).first)
    let fields = head.headerFields.map { "\($0.name.rawName)=\($0.value)" }
    #expect(fields == ["B=two words", "A=1", "b=x:y", "C=", "Empty="])
  }

  @Test(
    arguments: [[0x61, 0x01, 0x7F], [0xE9, 0x0B], [0x0C], Array("a\tb".utf8), [0xFF, 0x20, 0x62]] as [[UInt8]]
  )
  func `a value keeps its bytes, also those that no value has`(value: [UInt8]) {
    var parser = ResponseHeadParser()
    _ = parser.parse(Array("HTTP/1.1 200 OK\r\n".utf8).span)
    _ = parser.parse((Array("A: ".utf8) + value + Array(" \r\n".utf8)).span)
    _ = parser.parse((Array("\t".utf8) + value + Array("\r\n".utf8)).span)
    _ = parser.parse(Array(" \r\n".utf8).span)
    let head = parser.parse(Array("\r\n".utf8).span)
    #expect(head?.headerFields.first?.bytes == value + [0x20] + value)
  }

  @Test func `a reason phrase that is not UTF-8 is read as windows-1252`() {
    var parser = ResponseHeadParser()
    _ = parser.parse((Array("HTTP/1.1 404 trouv".utf8) + [0xE9, 0x0D, 0x0A]).span)
    #expect(parser.parse(Array("\r\n".utf8).span)?.status.reasonPhrase == "trouv\u{E9}")
  }

  @Test(arguments: [
    "HTTP/1.1 200 O\rK\r\n", "A: b\rc\r\n", "A: b\r\r\n", " b\rc\r\n", "\rA: b\r\n", "\r\r\n",
  ])
  func `a CR that does not end a line is malformed`(line: String) {
    var parser = ResponseHeadParser()
    let isStatusLine = line.hasPrefix("HTTP")
    for line in (isStatusLine ? [] : ["HTTP/1.1 200 OK\r\n", "B: c\n"]) + [line] {
      #expect(!parser.isMalformed)
      _ = parser.parse(Array(line.utf8).span)
    }
    #expect(parser.isMalformed)
  }

  @Test(arguments: [
    ("ü€\u{1B}x", "ü€ x"), ("\u{7F}日本\u{1}", " 日本 "), ("a\tü", "a\tü"), ("a\u{9B}b", "a\u{9B}b"),
  ]) func `a control character in a reason phrase leaves the others as they are`(
    phrase: String, kept: String
  ) throws {
    let head = try #require(heads(["HTTP/1.1 200 \(phrase)", ""]).first)
    #expect(head.status.reasonPhrase == kept)
  }

  @Test func `values that are not UTF-8 keep their bytes`() throws {
    var parser = ResponseHeadParser()
    _ = parser.parse(Array("HTTP/1.1 200 OK\r\n".utf8).span)
    _ = parser.parse((Array("A: caf".utf8) + [0xE9, 0x0D, 0x0A]).span)
    let head = parser.parse(Array("\r\n".utf8).span)
    let name = try #require(HTTPField.Name("A"))
    #expect(head?.headerFields.first == HTTPField(name: name, value: Array("caf".utf8) + [0xE9]))
  }

  @Test func `names that most responses have are those that were sent`() throws {
    let names = [
      "Content-Type", "content-type", "CONTENT-TYPE", "Content-type", "ETag", "etag", "Etag", "Server",
      "Sarver",
    ]
    let head = try #require(heads(["HTTP/1.1 200 OK"] + names.map { "\($0): x" } + [""]).first)
    #expect(head.headerFields.map(\.name.rawName) == names)
    #expect(head.headerFields.map(\.name.canonicalName) == names.map { $0.lowercased() })
    #expect(head.headerFields[values: .contentType].count == 4)
  }

  @Test func `a head has at most 5,000 fields`() {
    // `HTTPFields` traps at 65,535, and 256 KiB, the limit of a head, have room for 87,381.
    for count in [5000, 5001, 70_000] {
      var parser = ResponseHeadParser()
      for line in ["HTTP/1.1 200 OK"] + Array(repeating: "a:", count: count) {
        _ = parser.parse(Array("\(line)\n".utf8).span)
      }
      #expect(parser.isMalformed == (count > 5000))
      #expect(parser.hasTooManyFields == (count > 5000))
    }
  }

  @Test func `many folded lines take linear time`() {
    let head = heads(["HTTP/1.1 200 OK", "A: 0"] + Array(repeating: " 1", count: 60_000) + [""]).first
    #expect(head?.headerFields.first?.value.utf8.count == 1 + 2 * 60_000)
  }

  @Test func `lines that are not fields are skipped`() {
    let heads = heads(["HTTP/1.1 200 OK", "no colon", ": no name", "bad name: x", "A: b", ""])
    #expect(heads.first?.headerFields.map(\.value) == ["b"])
  }

  @Test func `a folded value is a single value`() {
    // RFC 9112 §5.2
    let heads = heads(["HTTP/1.1 200 OK", "A: one", "  two", "\tthree:3", "B: c", ""])
    #expect(heads.first?.headerFields.map(\.value) == ["one two three:3", "c"])
  }

  @Test func `a folded line continues a field and nothing else`() {
    let heads = heads(["HTTP/1.1 200 OK", " no field yet", "A: one", " ", "\t two", ": none", " of it", ""])
    #expect(heads.first?.headerFields.map(\.value) == ["one  two"])
  }

  @Test(arguments: [
    (["Content-Length:", " 5"], true), (["Content-Length: 5", "\t"], true),
    (["TRANSFER-ENCODING: x", " y"], true), (["Content-Length : 5"], true),
    (["transfer-encoding\t: chunked"], true), (["Content-Length x: 5"], false),
    (["Content-Lengths : 5", " 5"], false), (["A: b", " Content-Length : 5"], false),
    ([" Content-Length: 5"], true), ([" x"], true), (["Content-Length : 5", "A b: c", "D: e", " f"], true),
  ])
  func `a length that libcurl does not see is malformed`(lines: [String], isMalformed: Bool) {
    var parser = ResponseHeadParser()
    for line in ["HTTP/1.1 200 OK"] + lines { _ = parser.parse(Array("\(line)\r\n".utf8).span) }
    #expect(parser.isMalformed == isMalformed)
  }

  @Test func `interim heads and their fields are skipped`() {
    let heads = heads([
      "HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 200 OK", "A: b", "",
    ])
    #expect(heads.map(\.status.code) == [200])
    #expect(heads.first?.headerFields.map(\.value) == ["b"])
  }

  @Test func `a challenge and the response after it have separate heads`() {
    let heads = heads(["HTTP/1.1 401 Unauthorized", "A: 1", "", "HTTP/1.1 200 OK", "B: 2", ""])
    #expect(heads.map(\.status.code) == [401, 200])
    #expect(heads.last?.headerFields.map(\.value) == ["2"])
  }

  @Test func `trailers are not a head`() {
    #expect(heads(["HTTP/1.1 200 OK", "", "Trailer: x", ""]).count == 1)
  }

  @Test func `a field that resembles a status line is a field`() {
    let heads = heads(["HTTP/1.1 200 OK", "HTTP/1.1: x", "A: b", ""])
    #expect(heads.map(\.status.code) == [200])
    #expect(heads.first?.headerFields.contains { $0.value == "b" } == true)
  }

  @Test(
    arguments: [
      ("GET", 200, ["5"], [], 5), ("GET", 200, ["5", "5"], [], 5), ("GET", 200, [], [], nil),
      ("GET", 200, ["5"], ["chunked"], nil), ("HEAD", 200, ["5"], [], 0), ("GET", 204, [], [], 0),
      ("GET", 304, ["5"], [], 0), ("GET", 200, ["9223372036854775807"], [], .max),
      ("GET", 200, ["5, 5"], [], 5), ("GET", 200, ["5\t,\t5"], [], 5),
    ] as [(String, Int, [String], [String], Int64?)])
  func `the head determines the length of the body`(
    method: String, status: Int, lengths: [String], codings: [String], size: Int64?
  ) throws {
    var head = HTTPResponse(status: .init(code: status))
    head.headerFields[values: .contentLength] = lengths
    head.headerFields[values: .transferEncoding] = codings
    let length = BodyLength(of: head, toRequest: try #require(.init(method)))
    #expect(length == size.map { .bytes($0) } ?? (codings.isEmpty ? .untilClose : .chunked))
  }

  @Test(arguments: [
    ["5", "6"], ["5, 6"], ["5", "5", "05"], ["9223372036854775808"], ["99999999999999999999"], [""], ["-5"],
    ["+5"],
    ["5x"], ["5 5"], ["5, 5 5"], ["5,"], [","], ["5", ""],
    ["0x5"], ["5.0"], ["five"], ["5", "five"],
  ])
  func `different or malformed lengths are invalid`(lengths: [String]) {
    var head = HTTPResponse(status: .ok)
    head.headerFields[values: .contentLength] = lengths
    #expect(BodyLength(of: head, toRequest: .get).isInvalid)
  }

  @Test(arguments: [
    ["identity"], ["gzip, chunked"], ["chunked, chunked"], ["chunked", "chunked"], [""], ["x"],
    ["chun\u{212A}ed"],
  ])
  func `a transfer coding that was not requested is invalid`(codings: [String]) {
    var head = HTTPResponse(status: .ok)
    head.headerFields[values: .transferEncoding] = codings
    #expect(BodyLength(of: head, toRequest: .get).isInvalid)
  }
}
