import SluiceJSON
import SluiceSerialization
import Testing

/// Parsing of the elements of a JSON array.
@Suite(.timeLimit(.minutes(5))) struct JSONArrayParserTests {
  @Test(arguments: [
    ("[]", []),
    (" [ {\"x\":1} , {\"x\":2}\n] ", [1, 2]),
    ("\u{FEFF}[{\"x\":1,\"z\":[\"]\\\"}\"]}]", [1]),
  ])
  func `elements are decoded one by one`(text: String, expected: [Int]) {
    let found = outcome(of: text) { JSONArrayParser<Point>() }
    #expect(found == Outcome(elements: expected.map { Point(x: $0) }))
  }

  @Test(arguments: [
    ("", 0, "unexpected end at line 1, column 1 (byte 0)"),
    ("[{\"x\":1},\n{\"x\":2", 1, "unexpected end at line 2, column 7 (byte 16)"),
    ("[{\"x\":1},{\"x\":x}]", 1, "unexpected character at line 1, column 15 (byte 14)"),
    ("[{\"x\":1}]]", 1, "characters after the document at line 1, column 10 (byte 9)"),
    ("{}", 0, "unexpected character at line 1, column 1 (byte 0)"),
  ])
  func `malformed JSON is an error with its position in the stream`(text: String, count: Int, error: String) {
    let found = outcome(of: text) { JSONArrayParser<Point>() }
    #expect(found.error == error)
    #expect(found.elements.count == count)
  }

  @Test func `an element of the wrong type is an error with its index and position`() throws {
    let text = "[{\"x\":1},\n  {\"x\":\"\"},{\"x\":3}]"
    let expected = try #require(throws: DecodingError.self) {
      try JSON.Decoder().decode([Point].self, from: text)
    }
    let found = outcome(of: text) { JSONArrayParser<Point>() }
    #expect(found.elements == [Point(x: 1)])
    #expect(
      found.error == "undecodable-record: the record does not fit its type at line 2 (byte 12): \(expected)")
  }

  @Test func `depth and element size are limited`() {
    var decoder = JSON.Decoder()
    decoder.maximumDepth = 2
    #expect(outcome(of: "[[1],[[2]]]") { JSONArrayParser<JSON.Value>(decoder: decoder) }.elements == [[1]])
    let found = outcome(of: "[123, 1234]") { JSONArrayParser<Int>(maximumElementByteCount: 3) }
    #expect(found == Outcome(elements: [123], error: "too large at line 1, column 7 (byte 6)"))
  }
}
