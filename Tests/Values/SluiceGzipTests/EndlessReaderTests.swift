import SluiceBody
import SluiceGzip
import SluiceTestSupport
import Testing

/// Loops over a reader that appends nothing and always has more.
@Suite(.timeLimit(.minutes(1))) struct EndlessReaderTests {
  private struct Source: BodySource {
    var byteCount: Int64? { nil }
    var isReplayable: Bool { true }
    func makeReader() -> any BodyReader { Reader() }
  }

  private final class Reader: BodyReader {
    func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome { .more }
  }

  static let cases: NamedCases<@Sendable () async throws -> Void> = [
    "a chunk": { _ = try await Reader().next(upTo: 10) },
    "all blocks": { _ = try await Reader().forEachBlock { _ in true } },
    "chunks": { for try await _ in Source().chunks() {} },
    "a reader at an offset": { _ = try await Source().makeReader(at: 5).next(upTo: 10) },
    "compressing": { _ = try await GzipSource(Source()).makeReader().next(upTo: 10) },
    "decompressing": { _ = try await InflatedSource(Source()).makeReader().next(upTo: 10) },
    "a joined body": { _ = try await JoinedSource([Source()]).makeReader().next(upTo: 10) },
  ]

  @Test(arguments: cases)
  func `fail instead of running forever`(loop: NamedCase<@Sendable () async throws -> Void>) async {
    let error = await #expect(throws: BodyError.self) { try await loop.value() }
    #expect(error?.code == .readFailed)
  }
}
