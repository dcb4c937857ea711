import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// The comparison that the demo uses, against one that looks at a byte at a time.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ExpectedBytesTests {
  /// Compares bytes that arrive in pieces of a size.
  private func isIntact(_ bytes: [UInt8], of body: some BodySource, pieces size: Int) throws -> Bool {
    let expected = try ExpectedBytes(body)
    var position = 0
    while position < bytes.count {
      let piece = Array(bytes[position..<min(bytes.count, position + size)])
      try expected.compare(piece.span)
      position += piece.count
    }
    #expect(expected.comparedByteCount == Int64(bytes.count))
    return try expected.isComplete()
  }

  /// The plain comparison.
  private func equalByteByByte(_ bytes: [UInt8], _ others: [UInt8]) -> Bool {
    guard bytes.count == others.count else { return false }
    for index in bytes.indices where bytes[index] != others[index] { return false }
    return true
  }

  private static let content = Array(sampleBytes(300))

  @Test(arguments: [1, 2, 7, 8, 31, 64, 299, 300, 1000])
  func `a wrong byte is noticed at each position, whichever bit is wrong`(size: Int) throws {
    for position in Self.content.indices {
      var bytes = Self.content
      bytes[position] ^= 1 << (position % 8)
      #expect(!equalByteByByte(bytes, Self.content))
      #expect(try !isIntact(bytes, of: .bytes(Self.content), pieces: size), "byte \(position)")
    }
    #expect(try isIntact(Self.content, of: .bytes(Self.content), pieces: size))
  }

  @Test(arguments: [1, 3, 8, 100, 1000])
  func `a body that is cut or continues is noticed at each length`(size: Int) throws {
    for count in 0..<Self.content.count {
      let part = Array(Self.content.prefix(count))
      #expect(try !isIntact(part, of: .bytes(Self.content), pieces: size), "cut to \(count) bytes")
      #expect(try !isIntact(Self.content, of: .bytes(part), pieces: size), "longer than \(count) bytes")
      #expect(try isIntact(part, of: .bytes(part), pieces: size))
    }
    #expect(try !isIntact(Self.content + [0], of: .bytes(Self.content), pieces: size))
  }

  @Test func `any two bodies compare as byte by byte`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      // Few different bytes and lengths, so that many are equal.
      func body() -> [UInt8] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in UInt8.random(in: 0...1, using: &generator) }
      }
      let (bytes, others) = (body(), body())
      let isIntact = try isIntact(
        bytes, of: .joined(others.map { .bytes([$0]) }), pieces: Int.random(in: 1...5, using: &generator))
      #expect(isIntact == equalByteByByte(bytes, others), "\(bytes) and \(others)")
    }
  }

  @Test func `bytes that arrive in another order are noticed`() throws {
    let halves = [Self.content.prefix(150), Self.content.suffix(150)]
    #expect(try !isIntact(Array(halves[1] + halves[0]), of: .bytes(Self.content), pieces: 150))
  }
}
