/// An async sequence of byte chunks whose type is forgotten.
package struct ChunkSource: Sendable {
  /// The next chunk, or nil behind the last.
  package typealias Next = (isolated (any Actor)?) async throws -> [UInt8]?

  /// Begins an iteration.
  package let makeIterator: @Sendable () -> Next

  package init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element: Collection<UInt8> {
    makeIterator = {
      var iterator = chunks.makeAsyncIterator()
      return { actor in try await iterator.next(isolation: actor).map { Array($0) } }
    }
  }
}
