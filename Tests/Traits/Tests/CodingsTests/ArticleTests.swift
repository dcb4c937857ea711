import Testing

/// The snippets of the modules' landing pages.
@Suite(.timeLimit(.minutes(5))) struct ArticleTests {
  @Test func `the snippets decode what the programs have encoded`() throws {
    let texts = try TestedCoding.allCases.map { coding in
      let pieces = try coding.encode(phrase).map { [$0] }
      return switch coding {
      case .br: try decodedByBrotli(pieces)
      case .zstd: try decodedByZstd(pieces)
      }
    }
    #expect(texts == [phrase, phrase])
  }
}
