import SluiceFuzz
import SluiceGzip
import SluiceJSON
import SluiceMultipart
import Testing

@Suite(.timeLimit(.minutes(1))) struct DocumentTests {
  @Test func `every JSON document is valid, also as a record`() throws {
    try forEachInput { input in
      let document = try #require(Corpus.Format.json.document(from: &input))
      _ = try JSON.Value(parsing: document)
      let lines = try #require(Corpus.Format.jsonLines.document(from: &input))
      for line in lines.split(separator: 0x0A) { _ = try JSON.Value(parsing: Array(line)) }
    }
  }

  @Test(arguments: [(Corpus.Format.gzip, Inflater.Format.gzip), (.zlib, .deflate), (.rawDeflate, .raw)])
  func `every compressed document can be decompressed`(_ format: Corpus.Format, _ inflated: Inflater.Format)
    throws
  {
    try forEachInput { input in
      let document = try #require(format.document(from: &input))
      let inflater = try Inflater(inflated)
      var output: [UInt8] = []
      try inflater.append(document.span, to: &output)
      try inflater.finish()
    }
  }

  @Test func `every multipart document can be parsed with its content type`() throws {
    var partCounts: Set<Int> = []
    try forEachInput { input in
      let document = MultipartDocument(from: &input)
      var parser = try MultipartParser(contentType: document.contentType)
      var position = 0
      var partCount = 0
      while let event = try parser.next(in: document.body.span, from: &position) {
        if case .partBegan = event { partCount += 1 }
      }
      while try parser.finish() != nil {}
      partCounts.insert(partCount)
    }
    #expect(partCounts == [0, 1, 2, 3, 4, 5])
  }

  @Test func `every query has escapes only where they are complete`() throws {
    try forEachInput { input in
      let document = try #require(Corpus.Format.query.document(from: &input))
      var rest = document[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else { continue }
        let digits = [rest.popFirst(), rest.popFirst()]
        #expect(digits.allSatisfy { $0.map { Character(Unicode.Scalar($0)).isHexDigit } == true })
      }
    }
  }

  @Test func `other formats have no generator`() {
    var input = FuzzInput([1])
    #expect(Corpus.Format.httpDate.document(from: &input) == nil)
  }

  private func forEachInput(_ check: (inout FuzzInput) throws -> Void) throws {
    var generator = SeededGenerator(seed: 4)
    for count in 0..<600 {
      var input = FuzzInput((0..<count % 300).map { _ in UInt8.random(in: 0...255, using: &generator) })
      try check(&input)
    }
  }
}
