/// The elements that a parser finds in an async sequence of chunks. A chunk is requested once the parser has consumed
/// the previous one, so that a single chunk is held at a time.
///
/// The methods that are called for each element are inlined into other modules, because the compiler specializes only
/// inlined ones for the type of the parser.
@usableFromInline
package final class ParsedChunks<Parser: StreamParser> {
  @usableFromInline package internal(set) var parser: Parser
  /// The chunk that the last element ended in. Empty after the last chunk.
  @usableFromInline package internal(set) var chunk: [UInt8] = []
  private let nextChunk: ChunkSource.Next
  @usableFromInline var position = 0
  private var hasInputEnded = false
  private var hasEnded = false
  /// The first error, which is final.
  @usableFromInline var failure: (any Error)?

  package init(of source: ChunkSource, parser: Parser) {
    self.parser = parser
    nextChunk = source.makeIterator()
  }

  /// Returns the next element, or `nil` after the last one and in every later call.
  ///
  /// - Throws: The error of the parser or of the sequence, or a `CancellationError`. An error is final.
  @inlinable
  package func next(isolation actor: isolated (any Actor)?) async throws -> Parser.Element? {
    repeat {
      if let element = try nextAtHand() { return element }
    } while try await hasMore(isolation: actor)
    return nil
  }

  /// Returns the next element that needs no other chunk, or `nil` if there is none.
  ///
  /// - Throws: The same errors as ``next(isolation:)``.
  @inlinable
  package func nextAtHand() throws -> Parser.Element? {
    if let failure { throw failure }
    do {
      try Task.checkCancellation()
      let chunk = chunk
      if let element = try parser.next(in: chunk.span, from: &position) { return element }
      return try nextAtEnd()
    } catch {
      failure = error
      throw error
    }
  }

  /// Requests the next chunk, or marks the end of the input.
  ///
  /// - Returns: `false` if the end was already marked.
  @usableFromInline
  package func hasMore(isolation actor: isolated (any Actor)?) async throws -> Bool {
    if hasInputEnded { return false }
    do {
      let next = try await nextChunk(actor)
      // A cancelled sequence may simply end, which must not look like the end of the body.
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

  /// Returns the next element that the end of the input completes, or `nil` if there is none or there may be more
  /// input.
  @usableFromInline
  func nextAtEnd() throws -> Parser.Element? {
    guard hasInputEnded, !hasEnded else { return nil }
    let element = try parser.finish()
    hasEnded = element == nil
    return element
  }
}

extension ParsedChunks {
  /// Returns the next elements, as many as are available without another chunk, or `nil` after the last one and in
  /// every later call. A batch is never empty.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of elements.
  ///   - actor: The actor to stay on.
  /// - Throws: The same errors as ``next(isolation:)``, after the elements before the error were returned.
  package func nextBatch(
    upTo limit: Int, isolation actor: isolated (any Actor)?
  ) async throws -> [Parser.Element]? {
    repeat {
      let batch = try batchAtHand(upTo: limit)
      if !batch.isEmpty { return batch }
    } while try await hasMore(isolation: actor)
    return nil
  }

  private func batchAtHand(upTo limit: Int) throws -> [Parser.Element] {
    if let failure { throw failure }
    var batch: [Parser.Element] = []
    do {
      try Task.checkCancellation()
      let chunk = chunk
      try parser.appendElements(in: chunk.span, from: &position, to: &batch, upTo: limit)
      while batch.count < limit, let element = try nextAtEnd() { batch.append(element) }
    } catch {
      failure = error
      // The elements before the error are returned first. The next call throws the stored error.
      if batch.isEmpty { throw error }
    }
    return batch
  }
}

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
