// The snippets of "Fuzzing your own parser", formatted as there.
// swift-format-ignore-file

import Foundation
import SluiceFuzz
import SluiceJSON
import Testing

/// Runs the tests of the article.
@Suite(.timeLimit(.minutes(2))) struct FuzzingYourParserSnippets {
  private struct User: Decodable { var name: String }

  // Article
  @Test func `my parser holds`() throws {
    try ParserCheck(.json) { try MyParser.parse($0) }
      .run(.corpus, .found(in: "Fuzz/found"), .search(for: .seconds(1)))
  }

  @Test func `users are decoded`() throws {
    try ParserCheck.decoding(User.self, .json) { try JSONDecoder().decode($0, from: Data($1)) }.run()
  }
  // end

  // Article
  @Test func `my own format holds`() throws {
    try ParserCheck { try MyParser.parse($0) }
      .run(.seeds(in: "Fuzz/seeds"), .found(in: "Fuzz/found"), .search(for: .seconds(1)))
  }
  // end

  // Article
  @Test func `my parser holds, but for what is known`() throws {
    try ParserCheck(.json) { try MyParser.parse($0) }
      .run(.corpus, .found(in: "Fuzz/found"), .known(in: "Fuzz/known"), .search(for: .seconds(1)))
  }
  // end

  // Article
  @Test func `my parser of queries holds`() throws {
    try ParserCheck(.query) { try MyQuery.fields(in: $0) }
      // An input in blocks has the same result as in one piece.
      .divided { blocks in try MyQuery.fields(in: blocks) }
      // A value that was written is read again as the same.
      .writing { fields in MyQuery.bytes(of: fields) }
      // A second parser returns the same.
      .agreeing(with: "the old parser") { try MyOldQuery.fields(in: $0) }
      // A limit is exact.
      .limited("fields", measuredBy: \.count) { try MyQuery.fields(in: $0, maximumCount: $1) }
      // The value is that of the corpus, whose README describes it for each format.
      .matchingResults { fields in try JSON.Value(encoding: fields.map { [$0.name, $0.value] }) }
      // Whatever else holds for each input.
      .satisfying { bytes, fields in
        guard let fields, fields.count > bytes.count + 1 else { return }
        throw BrokenProperty("more fields than bytes")
      }
      .run()
  }
  // end

  // Article
  @Test func `my stream parser holds`() throws {
    try ParserCheck(.jsonLines, parser: { MyStreamParser() }).ignoringVerdicts().run()
  }
  // end
}
