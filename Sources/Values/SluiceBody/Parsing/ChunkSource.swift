/// A type-erased async sequence of byte chunks, or bytes in memory as a single chunk.
package struct ChunkSource: Sendable {
  /// Returns the next chunk, or `nil` after the last one.
  package typealias Next = (isolated (any Actor)?) async throws -> [UInt8]?

  /// Starts an iteration.
  package let makeIterator: @Sendable () -> Next

  package init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element: Collection<UInt8> {
    makeIterator = {
      var iterator = chunks.makeAsyncIterator()
      return { actor in try await iterator.next(isolation: actor).map { Array($0) } }
    }
  }

  package init(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    makeIterator = {
      var chunk: [UInt8]? = bytes
      return { _ in
        defer { chunk = nil }
        return chunk
      }
    }
  }
}
