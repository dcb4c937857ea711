internal import SluiceSupport

/// The elements that a parser finds in an async sequence of chunks. A chunk is requested once the parser has consumed
/// the previous one, so that a single chunk is held at a time.
package final class ParsedChunks<Parser: StreamParser> {
  package private(set) var parser: Parser
  /// The chunk that the last element ended in. Empty after the last chunk.
  package private(set) var chunk: [UInt8] = []
  private let nextChunk: ChunkSource.Next
  private var position = 0
  private var hasInputEnded = false
  private var hasEnded = false
  private var failure = FinalError<any Error>()

  package init(of source: ChunkSource, parser: Parser) {
    self.parser = parser
    nextChunk = source.makeIterator()
  }

  /// Returns the next element, or `nil` after the last one and in every later call.
  ///
  /// - Throws: The error of the parser or of the sequence, or a `CancellationError`. An error is final.
  package func next(isolation actor: isolated (any Actor)?) async throws -> Parser.Element? {
    repeat {
      if let element = try nextAtHand() { return element }
    } while try await hasMore(isolation: actor)
    return nil
  }

  /// Returns the next elements, as many as are available without another chunk, or `nil` after the last one and in
  /// every later call. A batch is never empty.
  ///
  /// - Throws: The same errors as ``next(isolation:)``, after the elements before the error were returned.
  package func nextBatch(isolation actor: isolated (any Actor)?) async throws -> [Parser.Element]? {
    repeat {
      var batch: [Parser.Element] = []
      do {
        while let element = try nextAtHand() { batch.append(element) }
      } catch  where !batch.isEmpty {
        // The next call throws the stored error.
      }
      if !batch.isEmpty { return batch }
    } while try await hasMore(isolation: actor)
    return nil
  }

  /// Returns the next element that needs no other chunk, or `nil` if there is none.
  private func nextAtHand() throws -> Parser.Element? {
    try failure.check()
    do {
      try Task.checkCancellation()
      let chunk = chunk
      if let element = try parser.next(in: chunk.span, from: &position) { return element }
      guard hasInputEnded, !hasEnded else { return nil }
      let element = try parser.finish()
      hasEnded = element == nil
      return element
    } catch {
      throw failure.keep(error)
    }
  }

  /// Requests the next chunk, or marks the end of the input.
  ///
  /// - Returns: `false` if the end was already marked.
  private func hasMore(isolation actor: isolated (any Actor)?) async throws -> Bool {
    if hasInputEnded { return false }
    do {
      let next = try await nextChunk(actor)
      // A canceled sequence may simply end, which must not look like the end of the body.
      try Task.checkCancellation()
      chunk = next ?? []
      position = 0
      hasInputEnded = next == nil
      return true
    } catch {
      throw failure.keep(error)
    }
  }
}
