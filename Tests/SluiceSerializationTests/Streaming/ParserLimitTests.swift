import SluiceBody
import SluiceSerialization
import Testing

/// Parsers with their default limits and without any.
@Suite(.timeLimit(.minutes(5))) struct ParserLimitTests {
  /// A text that is larger than every default limit.
  private let text = [UInt8](repeating: 0x61, count: (16 << 20) + 1)

  /// Parses a text between a prefix and a suffix, and returns the sizes of the elements and the code of the error.
  private func sizes<Parser: StreamParser>(
    _ prefix: String, _ suffix: String, _ parser: Parser, of size: (Parser.Element) -> Int
  ) -> [String] where Parser.Element: Equatable {
    let pieces = [Array(prefix.utf8)[...], text[...], Array(suffix.utf8)[...]]
    let found = outcome(of: pieces) { parser }
    return found.elements.map { "\(size($0))" } + (found.error.map { ["\($0.prefix { $0 != ":" })"] } ?? [])
  }

  @Test func `a line may have any length without a limit`() {
    #expect(sizes("", "\n", LineParser(maximumLineByteCount: nil), of: \.utf8.count) == ["\(text.count)"])
    #expect(sizes("", "", LineParser(maximumLineByteCount: nil), of: \.utf8.count) == ["\(text.count)"])
    #expect(sizes("", "\n", LineParser(), of: \.utf8.count) == ["line-too-long"])
  }

  @Test func `an event may have any size without a limit`() {
    let parser = ServerSentEventParser(maximumEventByteCount: nil)
    #expect(sizes("data:", "\n\n", parser, of: \.data.utf8.count) == ["\(text.count)"])
    #expect(sizes("data:", "\n\n", ServerSentEventParser(), of: \.data.utf8.count) == ["event-too-large"])
  }

  @Test func `a record may have any size without a limit`() {
    let lines = JSONLinesParser<String>(maximumRecordByteCount: nil)
    #expect(sizes("\"", "\"\n", lines, of: \.utf8.count) == ["\(text.count)"])
    #expect(sizes("\"", "\"\n", JSONLinesParser<String>(), of: \.utf8.count) == ["record-too-large"])
    let sequence = JSONSequenceParser<String>(maximumRecordByteCount: nil)
    #expect(sizes("\u{1E}\"", "\"\n", sequence, of: \.utf8.count) == ["\(text.count)"])
    #expect(sizes("\u{1E}\"", "\"\n", JSONSequenceParser<String>(), of: \.utf8.count) == ["record-too-large"])
  }

  @Test func `an element of an array may have any size without a limit`() {
    let elements = JSONArrayParser<String>(maximumElementByteCount: nil)
    #expect(sizes("[\"", "\"]", elements, of: \.utf8.count) == ["\(text.count)"])
    #expect(
      sizes("[\"", "\"]", JSONArrayParser<String>(), of: \.utf8.count).first?.hasPrefix("too large") == true)
  }
}
