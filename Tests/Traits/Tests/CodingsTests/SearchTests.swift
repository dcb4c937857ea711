import Foundation
import SluiceFuzz
import SluiceGzip
import Testing

/// A search for inputs that break a property of the decoders, from what the programs have compressed.
@Suite(.timeLimit(.minutes(5))) struct SearchTests {
  /// The error of a refused input: its code and offset, which do not depend on how the input is cut. For brotli, whose
  /// library reads ahead, they do.
  private struct Refusal: Error, Equatable {
    let code: String
    let offset: Int64
  }

  private static func decode(_ blocks: [[UInt8]], _ coding: TestedCoding) throws -> [UInt8] {
    let limits = Inflater.Limits(maximumByteCount: 100_000)
    // Blocks of the same length, except the last one.
    let step = blocks.first { !$0.isEmpty }?.count ?? 1
    let decoding = try Decoding(Array(blocks.joined()), coding, limits: limits, step: step)
    guard let failure = decoding.failure else { return decoding.output }
    throw coding == .br ? Refusal(code: "", offset: 0) : Refusal(code: failure, offset: decoding.offset)
  }

  @Test(arguments: TestedCoding.allCases)
  func `no input traps, takes more than linear time, or depends on its division`(coding: TestedCoding) throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(component: "search-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let seeds = [phrase, [], [7], [UInt8](repeating: 0, count: 70_000), Array(noise(1000))]
    for (index, seed) in seeds.enumerated() {
      for level in [1, 9] {
        let coded = Data(try coding.encode(seed, level: level))
        try coded.write(to: folder.appending(component: "\(index)-\(level)"))
      }
    }
    try ParserCheck { try Self.decode([$0], coding) }
      .divided { try Self.decode($0, coding) }
      .run(.seeds(in: folder.path), .search(runs: 500))
  }
}
