import SluiceBody
import SluiceTestSupport
import Testing

/// Random compositions of all kinds of bodies.
@Suite struct RandomCompositionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The argument is the seed, which reproduces the composition and the read sizes.
  @Test(arguments: 0..<150 as Range<UInt64>)
  func `a composition yields its parts' bytes in order, as many as declared`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let composition = try composition(depth: 3, from: &generator)
    #expect(
      try composition.source.byteCount == (composition.hasUnknownCount ? nil : Int64(composition.bytes.count))
    )
    #expect(composition.source.isReplayable == !composition.isOneShot)

    let first = try composition.source.makeReader()
    #expect(try await readAll(first, step: .random(in: 1...400, using: &generator)) == composition.bytes)
    if composition.isOneShot {
      let error = #expect(throws: BodyError.self) { try composition.source.makeReader() }
      #expect(error?.code == .notReplayable)
    } else {
      let second = try composition.source.makeReader()
      #expect(try await readAll(second, step: .random(in: 1...400, using: &generator)) == composition.bytes)
    }
  }

  private struct Composition {
    var source: any BodySource
    var bytes: [UInt8]
    var hasUnknownCount = false
    var isOneShot = false
  }

  private func composition(depth: Int, from generator: inout SeededGenerator) throws -> Composition {
    if depth > 0, Int.random(in: 0..<3, using: &generator) > 0 {
      let parts = try (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        try composition(depth: depth - 1, from: &generator)
      }
      return Composition(
        source: .joined(parts.map(\.source)), bytes: parts.flatMap(\.bytes),
        hasUnknownCount: parts.contains(where: \.hasUnknownCount),
        isOneShot: parts.contains(where: \.isOneShot))
    }
    let bytes = generator.bytes(.random(in: 0...300, using: &generator))
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3: return Composition(source: .bytes(bytes), bytes: bytes)
    case 4...7:
      return Composition(source: .file(at: try directory.file("\(generator.next())", bytes)), bytes: bytes)
    case 8...10:
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let range = lower..<Int.random(in: lower...bytes.count, using: &generator)
      let path = try directory.file("\(generator.next())", bytes)
      return Composition(
        source: FileSource(at: path, range: Int64(range.lowerBound)..<Int64(range.upperBound)),
        bytes: Array(bytes[range]))
    default:
      let isAnnounced = Bool.random(using: &generator)
      let chunks = AsyncStream([UInt8].self) { continuation in
        for byte in bytes { continuation.yield([byte]) }
        continuation.finish()
      }
      return Composition(
        source: .async(chunks, byteCount: isAnnounced ? Int64(bytes.count) : nil), bytes: bytes,
        hasUnknownCount: !isAnnounced, isOneShot: true)
    }
  }
}
