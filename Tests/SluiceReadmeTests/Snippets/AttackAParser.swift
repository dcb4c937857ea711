// The snippet of "Attack a parser", formatted as in the README.
// swift-format-ignore-file

import SluiceFuzz
import Testing

/// Runs the test of the README.
@Suite(.timeLimit(.minutes(2))) struct AttackAParserSnippets {
  // README
  @Test func `my parser holds`() throws {
    try ParserCheck(.json) { try MyParser.parse($0) }.run(.corpus, .search(for: .seconds(1)))
  }
  // end
}
