import SluiceJSON
import SluiceSerialization
import Testing

/// Parsing of JSON text sequences.
@Suite(.timeLimit(.minutes(5))) struct JSONSequenceParserTests {
  /// Returns the outcome of parsing a text in which `^` stands for a record separator.
  private func records(_ text: String, limit: Int = 100, skipping: Bool = false) -> Outcome<JSON.Value> {
    outcome(of: text.split(separator: "^", omittingEmptySubsequences: false).joined(separator: "\u{1E}")) {
      JSONSequenceParser(maximumRecordByteCount: limit, skipsMalformedRecords: skipping)
    }
  }

  @Test(
    arguments: [
      ("", []),
      ("^1\n", [1]),
      ("^{\"a\":[1,{}]}\n^\"b\"\n^[]\n", [["a": [1, [:]]], "b", []]),
      ("^^^true\n^^null\n", [true, nil]),
      ("^ \n[1,\n2]\r\n \t^-1.5 ^2\t", [[1, 2], -1.5, 2]),
      ("^{}^[]^\"x\"", [[:], [], "x"]),
      ("^\"a\\\"\\\\\"\n^[\"]\\\\\",\"\\\"[\"]\n", ["a\"\\", ["]\\", "\"["]]),
    ] as [(String, [JSON.Value])])
  func `a separator comes before each record`(text: String, expected: [JSON.Value]) {
    #expect(records(text) == Outcome(elements: expected))
  }

  private static let truncated = "truncated-record: the record was cut short"

  @Test(arguments: [
    ("1\n", 0, "missing-separator: a record separator has to come before the record at line 1 (byte 0)"),
    ("\n^1\n", 0, "missing-separator: a record separator has to come before the record at line 1 (byte 0)"),
    ("^1\n^2", 1, "\(truncated) at line 2 (byte 5)"),
    ("^1^2\n", 0, "\(truncated) at line 1 (byte 2)"),
    ("^true^", 0, "\(truncated) at line 1 (byte 5)"),
    (
      "^{\"a\":^2\n", 0,
      "\(truncated) at line 1 (byte 6): unexpected-end: unexpected end at line 1, column 7 (byte 6)"
    ),
    (
      "^{}\n^\"ab", 1,
      "\(truncated) at line 2 (byte 8): unexpected-end: unexpected end at line 2, column 5 (byte 8)"
    ),
    ("^1\n^", 1, "\(truncated) at line 2 (byte 4)"),
    ("^ \n^1\n", 0, "\(truncated) at line 2 (byte 3)"),
    ("^[1,x^", 0, "unexpected character at line 1, column 5 (byte 4)"),
    ("^[1]\n2\n", 1, "characters after the document at line 2, column 1 (byte 5)"),
    ("^12,\n", 0, "characters after the document at line 1, column 4 (byte 3)"),
    ("^,\n", 0, "unexpected character at line 1, column 2 (byte 1)"),
    ("^\u{FEFF}1\n", 0, "unexpected character at line 1, column 2 (byte 1)"),
    ("^[\n\n}\n", 0, "unexpected character at line 3, column 1 (byte 4)"),
  ])
  func `a malformed record is an error with its position`(text: String, count: Int, error: String) {
    let found = records(text)
    #expect(found.error == error)
    #expect(found.elements.count == count)
  }

  @Test(
    arguments: [
      ("^1\n^{\"a\":^2\n", [1, 2]),
      ("^1^true^\"x^[^2\n", [2]),
      ("^[1,x]\n^2\n^nul\n^3\n^", [2, 3]),
      ("^[] x\n^2\n^ ^3", [[], 2]),
    ] as [(String, [JSON.Value])])
  func `malformed records can be skipped`(text: String, expected: [JSON.Value]) {
    #expect(records(text, skipping: true) == Outcome(elements: expected))
  }

  @Test func `a record over its limit is an error even if malformed ones are skipped`() {
    #expect(records("^\"abc\"\n^12345\n^[1,2]", limit: 5).error == nil)
    for text in ["^1\n^\"abcd\"\n", "^1\n^123456\n", "^1\n^[[[[[[["] {
      let found = records(text, limit: 5, skipping: true)
      #expect(found.elements == [1])
      #expect(found.error == "record-too-large: the record has more bytes than the limit at line 2 (byte 4)")
    }
  }

  @Test func `a record is returned as soon as it is complete`() throws {
    var parser = JSONSequenceParser<JSON.Value>()
    func next(_ text: String) throws -> JSON.Value? {
      var position = 0
      return try parser.next(in: Array(text.utf8).span, from: &position)
    }
    #expect(try next("\u{1E}[1") == nil)
    #expect(try next("]") == [1])
    #expect(try next("\n\u{1E}12") == nil)
    #expect(try next("\n") == 12)
  }

  @Test func `a malformed record is an error by default`() {
    #expect(outcome(of: "\u{1E}1\n\u{1E}x\n\u{1E}2\n") { JSONSequenceParser<Int>() }.error != nil)
  }

  @Test func `after an error, no elements are appended`() throws {
    var parser = JSONSequenceParser<Int>()
    var elements: [Int] = []
    var position = 0
    let bad = Array("\u{1E}1\n\u{1E}x\n".utf8)
    #expect(throws: StreamError.self) {
      try parser.appendElements(in: bad.span, from: &position, to: &elements, upTo: nil)
    }
    let good = Array("\n\u{1E}2\n".utf8)
    position = 0
    #expect(throws: StreamError.self) {
      try parser.appendElements(in: good.span, from: &position, to: &elements, upTo: nil)
    }
    #expect(elements == [1] && position == 0)
  }

  @Test func `a record of the wrong type is an error with its index and position`() throws {
    var parser = JSONSequenceParser<[Int]>()
    let text = Array("\u{1E}[1]\n\u{1E} [2,\"\"]\n".utf8)
    var position = 0
    #expect(try parser.next(in: text.span, from: &position) == [1])
    let error = try #require(throws: StreamError.self) { try parser.next(in: text.span, from: &position) }
    #expect(error.code == .undecodableRecord && error.line == 2 && error.byteOffset == 7)
    guard case .typeMismatch(_, let context) = error.underlying as? DecodingError else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [1, 1])
  }
}
