import Sluice
import SluiceBrotli
import SluiceGzip
import SluiceZstd
import Testing

/// The snippets of the modules' articles.
@Suite(.timeLimit(.minutes(5))) struct ArticleTests {
  @Test func `the snippets decode what the programs have encoded`() throws {
    let texts = try TestedCoding.allCases.map { coding in
      let pieces = try coding.encode(phrase).map { [$0] }
      return switch coding {
      case .br: try brotli(pieces)
      case .zstd: try zstd(pieces)
      }
    }
    #expect(texts == [phrase, phrase])
  }

  private func zstd(_ pieces: [[UInt8]]) throws -> [UInt8] {
    let decoder = try ZstdDecoder(limits: .init(maximumByteCount: 100 << 20))
    var output: [UInt8] = []
    for piece in pieces { try decoder.append(piece.span, to: &output) }
    try decoder.finish()
    return output
  }

  private func brotli(_ pieces: [[UInt8]]) throws -> [UInt8] {
    let decoder = try BrotliDecoder(limits: .init(maximumByteCount: 100 << 20))
    var output: [UInt8] = []
    for piece in pieces { try decoder.append(piece.span, to: &output) }
    try decoder.finish()
    return output
  }
}
