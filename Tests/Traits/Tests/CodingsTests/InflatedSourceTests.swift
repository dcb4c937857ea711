import Sluice
import SluiceBody
import SluiceBrotli
import SluiceGzip
import SluiceZstd
import Testing

/// Stored bodies that are decompressed as they are read.
@Suite(.timeLimit(.minutes(5))) struct InflatedSourceTests {
  private func source(
    _ coding: TestedCoding, _ body: any BodySource, limits: Inflater.Limits = .default
  ) -> AnyBody {
    switch coding {
    case .br: .inflated(brotli: body, limits: limits)
    case .zstd: .inflated(zstd: body, limits: limits)
    }
  }

  private func code(of error: (any Error)?) -> String? {
    (error as? BrotliError).map { "\($0.code)" } ?? (error as? ZstdError).map { "\($0.code)" }
  }

  @Test(arguments: TestedCoding.allCases, samples.keys.sorted())
  func `a source yields what the program has compressed, at any size of reads, in each pass`(
    coding: TestedCoding, sample: String
  ) async throws {
    let bytes = try #require(samples[sample])
    let source = source(coding, .bytes(try coding.encode(bytes)))
    for limit in [1000, 4096, 1 << 20] {
      #expect(try await readAll(source, upTo: limit) == bytes, "reads of \(limit)")
    }
    #expect(source.isReplayable && source.needsOwnThread)
    #expect(try source.byteCount == nil)
  }

  @Test(arguments: TestedCoding.allCases)
  func `a pass begins at any offset of the decompressed bytes`(coding: TestedCoding) throws {
    let source = source(coding, .bytes(try coding.encode(phrase)))
    for offset in [0, 1, phrase.count - 1, phrase.count] {
      let reader = try source.makeReader(at: Int64(offset))
      var rest: [UInt8] = []
      var outcome = BodyReadOutcome.more
      while outcome == .more { try rest.append(addingCapacity: 7) { outcome = try reader.read(into: &$0) } }
      #expect(rest == Array(phrase[offset...]), "offset \(offset)")
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `a body that is cut short, empty or followed by other bytes is an error`(coding: TestedCoding)
    async throws
  {
    let coded = try coding.encode(phrase)
    for bytes in [[], Array(coded.dropLast()), coded + [0x55]] {
      let error = await #expect(throws: (any Error).self) {
        try await readAll(source(coding, .bytes(bytes)))
      }
      #expect(try code(of: error) == Decoding(bytes, coding).failure)
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `the exact limit passes, and one byte more is an error`(coding: TestedCoding) async throws {
    let coded = try coding.encode(phrase)
    let exact = Inflater.Limits(maximumByteCount: Int64(phrase.count))
    #expect(try await readAll(source(coding, .bytes(coded), limits: exact)) == phrase)
    let less = Inflater.Limits(maximumByteCount: Int64(phrase.count - 1))
    let error = await #expect(throws: (any Error).self) {
      try await readAll(source(coding, .bytes(coded), limits: less))
    }
    #expect(code(of: error) == "output-too-large")
  }
}
