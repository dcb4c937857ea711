import SluiceBody
import SluiceTestSupport
import Testing

/// Random compositions of all kinds of bodies.
@Suite(.timeLimit(.minutes(5))) struct RandomCompositionTests {
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

  /// The argument is the seed, which reproduces the composition and the offsets.
  @Test(arguments: 1000..<1150 as Range<UInt64>)
  func `a reader at an offset yields the bytes from there on`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let composition = try composition(depth: 3, from: &generator)
    let count = composition.bytes.count
    for offset in [0, count] + (0..<5).map({ _ in Int.random(in: 0...count, using: &generator) }) {
      if composition.isOneShot {
        guard offset > 0 else { continue }
        let error = #expect(throws: BodyError.self) { try composition.source.makeReader(at: Int64(offset)) }
        #expect(error?.code == .notReplayable)
      } else {
        let reader = try composition.source.makeReader(at: Int64(offset))
        let bytes = try await readAll(reader, step: .random(in: 1...400, using: &generator))
        #expect(bytes == Array(composition.bytes[offset...]), "offset \(offset) of \(count)")
      }
    }
    for offset in [-1, Int64(count) + 1, .max, .min] where !composition.isOneShot {
      let error = await #expect(throws: BodyError.self, "offset \(offset) of \(count)") {
        try await readAll(composition.source.makeReader(at: offset))
      }
      #expect(error?.code == .rangeOutOfBounds)
    }
  }

  /// A body of unknown size that can only be read from its start.
  private struct Unmeasured: BodySource {
    let bytes: [UInt8]
    var byteCount: Int64? { nil }
    var isReplayable: Bool { true }
    func makeReader() -> any BodyReader { BytesSource(bytes).makeReader() }
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
    switch Int.random(in: 0..<14, using: &generator) {
    case 12: return Composition(source: Unmeasured(bytes: bytes), bytes: bytes, hasUnknownCount: true)
    case 13: return Composition(source: .throttled(.bytes(bytes), maximumRate: .max), bytes: bytes)
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
