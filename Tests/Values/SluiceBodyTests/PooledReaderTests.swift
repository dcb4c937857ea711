import SluiceBody
import SluiceTestSupport
import Testing

/// A reader that runs a source on threads that may block.
@Suite(.timeLimit(.minutes(5))) struct PooledReaderTests {
  private struct Failure: Error {}

  /// A body in pieces of its own, and the outcome of the last read.
  private struct Pieces: BodySource {
    let pieces: [[UInt8]]
    let last: @Sendable () throws -> BodyReadOutcome
    let byteCount: Int64? = nil
    let isReplayable = true

    func makeReader() -> any BodyReader { Reader(pieces, last) }

    private final class Reader: BodyReader {
      private var pieces: ArraySlice<[UInt8]>
      private let last: @Sendable () throws -> BodyReadOutcome

      init(_ pieces: [[UInt8]], _ last: @escaping @Sendable () throws -> BodyReadOutcome) {
        (self.pieces, self.last) = (pieces[...], last)
      }

      func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
        guard let piece = pieces.popFirst() else { return try last() }
        output.append(copying: piece.span)
        return .more
      }
    }
  }

  @Test(arguments: [1000, 64 * 1024, 10_000_000])
  func `the bytes are those of the source`(step: Int) async throws {
    let pieces = (0..<300).map { sampleBytes(10_000 + $0) }
    let source = Pieces(pieces: pieces) { .end }
    #expect(try await readAll(PooledReader(over: source), step: step) == pieces.flatMap { $0 })
  }

  @Test func `an error follows the bytes before it`() async throws {
    let reader = PooledReader(over: Pieces(pieces: [[1, 2]]) { throw Failure() })
    #expect(try await reader.next(upTo: 10).bytes == [1, 2])
    await #expect(throws: Failure.self) { try await reader.next(upTo: 10) }
  }

  @Test func `a source that yields nothing but promises more fails`() async throws {
    let reader = PooledReader(over: Pieces(pieces: [[1, 2]]) { .more })
    #expect(try await reader.next(upTo: 10).bytes == [1, 2])
    let error = await #expect(throws: BodyError.self) { try await reader.next(upTo: 10) }
    #expect(error?.code == .readFailed)
  }

  @Test func `many readers at once share the threads`() async throws {
    let pieces = (0..<30).map { _ in sampleBytes(50_000) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<200 {
        group.addTask {
          let bytes = try await readAll(PooledReader(over: Pieces(pieces: pieces) { .end }))
          #expect(bytes == pieces.flatMap { $0 })
        }
      }
      try await group.waitForAll()
    }
  }
}
