/// What a parser finds in chunks, each asked for when the one before has no more. One chunk is held at a time.
package final class ParsedChunks<Parser: StreamParser> {
  package private(set) var parser: Parser
  /// The chunk that the last element ended in; empty behind the last chunk.
  package private(set) var chunk: [UInt8] = []
  private let nextChunk: ChunkSource.Next
  private var position = 0
  private var hasInputEnded = false
  private var hasEnded = false
  private var failure: (any Error)?

  package init(of source: ChunkSource, parser: Parser) {
    self.parser = parser
    nextChunk = source.makeIterator()
  }

  /// The next element; nil behind the last, and for ever after.
  ///
  /// - Throws: what the parser and the chunks' sequence throw; a `CancellationError`. An error is final.
  package func next(isolation actor: isolated (any Actor)?) async throws -> Parser.Element? {
    repeat {
      if let element = try nextAtHand() { return element }
    } while try await hasMore(isolation: actor)
    return nil
  }

  /// The next elements, as many as there are without waiting for another chunk; nil behind the last, and for ever after.
  ///
  /// - Throws: as ``next(isolation:)``, once the elements before the error were handed out.
  package func nextBatch(isolation actor: isolated (any Actor)?) async throws -> [Parser.Element]? {
    repeat {
      var batch: [Parser.Element] = []
      do {
        while let element = try nextAtHand() { batch.append(element) }
      } catch  where !batch.isEmpty {
        // It is thrown again.
      }
      if !batch.isEmpty { return batch }
    } while try await hasMore(isolation: actor)
    return nil
  }

  /// The next element that needs no other chunk.
  private func nextAtHand() throws -> Parser.Element? {
    if let failure { throw failure }
    do {
      try Task.checkCancellation()
      if let element = try parser.next(in: chunk.span, from: &position) { return element }
      guard hasInputEnded, !hasEnded else { return nil }
      let element = try parser.finish()
      hasEnded = element == nil
      return element
    } catch {
      failure = error
      throw error
    }
  }

  /// Brings the next chunk, or what follows the last. False once that was brought.
  private func hasMore(isolation actor: isolated (any Actor)?) async throws -> Bool {
    if hasInputEnded { return false }
    do {
      let next = try await nextChunk(actor)
      // A cancelled sequence may just end, which must not look like the body's end.
      try Task.checkCancellation()
      chunk = next ?? []
      position = 0
      hasInputEnded = next == nil
      return true
    } catch {
      failure = error
      throw error
    }
  }
}
