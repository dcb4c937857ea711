import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

struct Point: Codable, Equatable {
  var x: Int
  var y: Int?
}

/// Parsing of JSON Lines.
@Suite(.timeLimit(.minutes(5))) struct JSONLinesParserTests {
  private func records(_ text: String, limit: Int = 1 << 20) -> Outcome<Point> {
    outcome(of: text) { JSONLinesParser(maximumRecordByteCount: limit) }
  }

  @Test(arguments: [
    ("", []),
    ("\n \n\t\r\n", []),
    ("{\"x\":1}\n{\"x\":2}\r\n{\"x\":3}", [1, 2, 3]),
    ("\u{FEFF}{\"x\":1}\n\n  {\"x\":2}  \n", [1, 2]),
    ("\r{\"x\":1}\r\n", [1]),
  ])
  func `each line that is not blank is a record`(text: String, expected: [Int]) {
    #expect(records(text) == Outcome(elements: expected.map { Point(x: $0) }))
  }

  @Test(arguments: [
    ("{\"x\":1}\n\n{\"x\":}\n", 1, "unexpected character at line 3, column 6 (byte 14)"),
    ("{\"x\":1}\r\n[", 1, "unexpected end at line 2, column 2 (byte 10)"),
    ("\u{FEFF}{\"x\":\n1}", 0, "unexpected end at line 1, column 6 (byte 8)"),
    ("{\"x\":1} {\"x\":1}\n", 0, "characters after the document at line 1, column 9 (byte 8)"),
    ("\"ä\"x", 0, "characters after the document at line 1, column 4 (byte 4)"),
    ("\n\u{FEFF}{}", 0, "unexpected character at line 2, column 1 (byte 1)"),
    ("\r\rx", 0, "unexpected character at line 3, column 1 (byte 2)"),
    ("\r{\"x\":1}\nx", 1, "unexpected character at line 3, column 1 (byte 9)"),
  ])
  func `malformed JSON is an error with its position in the stream`(text: String, count: Int, error: String) {
    let found = records(text)
    #expect(found.error == error)
    #expect(found.elements.count == count)
  }

  @Test func `a record of the wrong type is an error with its index and position`() throws {
    var parser = JSONLinesParser<Point>()
    let text = Array("\n{\"x\":1}\n\n{\"x\":2}\n \n {\"x\":3,\"y\":\"\"}".utf8)
    var position = 0
    #expect(try parser.next(in: text.span, from: &position)?.x == 1)
    #expect(try parser.next(in: text.span, from: &position)?.x == 2)
    #expect(try parser.next(in: text.span, from: &position) == nil)
    let error = try #require(throws: StreamError.self) { try parser.finish() }
    #expect(error.code == .undecodableRecord && error.line == 6 && error.byteOffset == 20)
    guard case .typeMismatch(_, let context) = error.underlying as? DecodingError else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [2, nil])
    #expect(context.codingPath.last?.stringValue == "y")
    #expect(!"\(error)".contains("\n"))
  }

  @Test func `a decoding error is the same as for an array`() throws {
    let faults = ["{\"x\":\"\"}", "{}", "{\"x\":null}", "{\"x\":1.5}"]
    for fault in faults {
      let expected = try #require(throws: DecodingError.self) {
        try JSON.Decoder().decode([Point].self, from: "[{\"x\":1},\(fault)]")
      }
      let lines = outcome(of: "{\"x\":1}\n\(fault)") { JSONLinesParser<Point>() }
      #expect(lines.error?.hasSuffix(": \(expected)") == true, "\(expected)")
    }
  }

  @Test(arguments: [
    ("{\"x\":1}", 7, true), ("{\"x\":1}\r\n", 7, true), ("{\"x\":1}\n", 6, false), ("\n        \n", 7, false),
  ])
  func `a record has a limit`(text: String, limit: Int, fits: Bool) {
    let found = records(text, limit: limit)
    #expect((found.error == nil) == fits)
    #expect(fits || found.error?.hasPrefix("record-too-large: ") == true)
  }

  @Test func `the options of the decoder apply`() {
    var decoder = JSON.Decoder()
    decoder.maximumDepth = 1
    decoder.duplicateKeys = .refuse
    decoder.keyDecodingStrategy = .custom { path in path[path.count - 1] }
    #expect(outcome(of: "[1]\n[[2]]") { JSONLinesParser<[Int]>(decoder: decoder) }.elements == [[1]])
    let found = outcome(of: "{\"x\":1}\n{\"x\":1,\"x\":2}") { JSONLinesParser<Point>(decoder: decoder) }
    #expect(found.elements.count == 1)
    #expect(found.error == "duplicate key at line 2, column 8 (byte 15)")
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `python reads the same records`() throws {
    var generator = SeededGenerator(seed: 6)
    let ends = ["\n", "\r\n", "\n\n", "\n \t\n"]
    var text = ""
    for number in 0..<200 {
      let record: JSON.Value = [
        "n": .init(integerLiteral: number), "t": .init(stringLiteral: "\u{85}ü\"\n\(number)\u{2028}"),
      ]
      text += record.description + (ends.randomElement(using: &generator) ?? "")
    }
    let program = """
      import json, sys
      lines = sys.stdin.buffer.read().split(b"\\n")
      print(json.dumps([json.loads(line) for line in lines if line.strip()]))
      """
    let answer = try ScriptOracle.python3.output(of: program, input: Array(text.utf8))
    let bytes = Array(text.utf8)
    for size in [1, 7, 4096, 1 << 20] {
      let pieces = stride(from: 0, to: bytes.count, by: size)
        .map { bytes[$0..<min($0 + size, bytes.count)] }
      let found = outcome(of: pieces) { JSONLinesParser<JSON.Value>() }
      #expect(found == Outcome(elements: try JSON.Decoder().decode([JSON.Value].self, from: answer)))
    }
  }
}
