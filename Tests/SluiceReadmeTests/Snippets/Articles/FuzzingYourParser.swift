// The snippets of "Fuzzing your own parser", formatted as there.
// swift-format-ignore-file

import Foundation
import Sluice
import SluiceFuzz
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
  @Test func `my stream parser holds`() throws {
    try ParserCheck(.jsonLines, parser: { MyStreamParser() }).ignoringVerdicts().run()
  }
  // end
}
