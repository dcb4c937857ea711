import SluiceBody
import SluiceSerialization
import Testing

/// Parsers with their default limits and without any.
@Suite(.timeLimit(.minutes(5))) struct ParserLimitTests {
  private static let mebibyte = 1 << 20
  private static let recordLimit = 16 << 20

  /// Parses a text of `count` bytes between a prefix and a suffix, and returns the sizes of the elements and the code
  /// of the error.
  private func sizes<Parser: StreamParser>(
    _ prefix: String, _ count: Int, _ suffix: String, _ parser: Parser, of size: (Parser.Element) -> Int
  ) -> [String] where Parser.Element: Equatable {
    let text = [UInt8](repeating: 0x61, count: count)
    let pieces = [Array(prefix.utf8)[...], text[...], Array(suffix.utf8)[...]]
    let found = outcome(of: pieces) { parser }
    return found.elements.map { "\(size($0))" } + (found.error.map { ["\($0.prefix { $0 != ":" })"] } ?? [])
  }

  // MARK: Without a limit

  @Test func `a line may have any length without a limit`() {
    let count = Self.mebibyte * 2
    #expect(sizes("", count, "\n", LineParser(maximumLineByteCount: nil), of: \.utf8.count) == ["\(count)"])
    #expect(sizes("", count, "", LineParser(maximumLineByteCount: nil), of: \.utf8.count) == ["\(count)"])
  }

  @Test func `an event may have any size without a limit`() {
    let parser = ServerSentEventParser(maximumEventByteCount: nil)
    let count = Self.mebibyte * 2
    #expect(sizes("data:", count, "\n\n", parser, of: \.data.utf8.count) == ["\(count)"])
  }

  @Test func `a record may have any size without a limit`() {
    let count = Self.recordLimit + 1
    let lines = JSONLinesParser<String>(maximumRecordByteCount: nil)
    #expect(sizes("\"", count, "\"\n", lines, of: \.utf8.count) == ["\(count)"])
    let sequence = JSONSequenceParser<String>(maximumRecordByteCount: nil)
    #expect(sizes("\u{1E}\"", count, "\"\n", sequence, of: \.utf8.count) == ["\(count)"])
    let elements = JSONArrayParser<String>(maximumElementByteCount: nil)
    #expect(sizes("[\"", count, "\"]", elements, of: \.utf8.count) == ["\(count)"])
  }

  // MARK: Default limits

  @Test func `a line has at most 1 MiB by default`() {
    let limit = Self.mebibyte
    #expect(sizes("", limit, "\n", LineParser(), of: \.utf8.count) == ["\(limit)"])
    #expect(sizes("", limit + 1, "\n", LineParser(), of: \.utf8.count) == ["line-too-long"])
  }

  @Test func `an event has at most 1 MiB by default`() {
    let limit = Self.mebibyte - "data:".utf8.count
    let parser = ServerSentEventParser()
    #expect(sizes("data:", limit, "\n\n", parser, of: \.data.utf8.count) == ["\(limit)"])
    #expect(sizes("data:", limit + 1, "\n\n", parser, of: \.data.utf8.count) == ["event-too-large"])
  }

  @Test func `a record has at most 16 MiB by default`() {
    let limit = Self.recordLimit - 2
    let lines = JSONLinesParser<String>()
    #expect(sizes("\"", limit, "\"\n", lines, of: \.utf8.count) == ["\(limit)"])
    #expect(sizes("\"", limit + 1, "\"\n", lines, of: \.utf8.count) == ["record-too-large"])
    let sequence = JSONSequenceParser<String>()
    #expect(sizes("\u{1E}\"", limit, "\"\n", sequence, of: \.utf8.count) == ["\(limit)"])
    #expect(sizes("\u{1E}\"", limit + 1, "\"\n", sequence, of: \.utf8.count) == ["record-too-large"])
    let elements = JSONArrayParser<String>()
    #expect(sizes("[\"", limit, "\"]", elements, of: \.utf8.count) == ["\(limit)"])
    #expect(
      sizes("[\"", limit + 1, "\"]", elements, of: \.utf8.count).first?.hasPrefix("too large") == true)
  }
}
