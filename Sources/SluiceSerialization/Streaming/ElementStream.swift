public import SluiceBody

/// The elements of a body of any length, one at a time, as its bytes come.
///
/// ```swift
/// for try await line in ElementStream(body, makeParser: { LineParser() }) { print(line) }
/// ```
///
/// A chunk is asked for when the one before has no more elements, so a slow consumer makes a slow sender. One chunk and
/// one element are held at a time.
///
/// - Throws: from the iteration: what the parser and the bytes' sequence throw, and a `CancellationError` when the task
///   is cancelled. An error is final.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
  private let chunks: ChunkSource
  private let makeParser: @Sendable () -> any StreamParser<Element>

  /// - Parameters:
  ///   - chunks: the body in chunks of any size, empty ones among them.
  ///   - makeParser: makes a parser for each iteration.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, makeParser: @escaping @Sendable () -> any StreamParser<Element>
  ) where Chunks.Element: Collection<UInt8> {
    self.chunks = ChunkSource(chunks)
    self.makeParser = makeParser
  }

  /// The same elements, all those together that a chunk completes: what is quick to handle is handled more quickly so.
  public var batches: Batches { Batches(elements: self) }

  public func makeAsyncIterator() -> Iterator {
    Iterator(elements: parsed())
  }

  private func parsed() -> ParsedChunks<AnyStreamParser<Element>> {
    ParsedChunks(of: chunks, parser: AnyStreamParser(parser: makeParser()))
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let elements: ParsedChunks<AnyStreamParser<Element>>

    public mutating func next() async throws -> Element? {
      try await next(isolation: nil)
    }

    /// The next element; nil behind the last, and for ever after.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
      try await elements.next(isolation: actor)
    }
  }

  /// Elements in arrays, none of which is empty.
  public struct Batches: AsyncSequence, Sendable {
    fileprivate let elements: ElementStream

    public func makeAsyncIterator() -> Iterator { Iterator(elements: elements.parsed()) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let elements: ParsedChunks<AnyStreamParser<ElementStream.Element>>

      public mutating func next() async throws -> [ElementStream.Element]? {
        try await next(isolation: nil)
      }

      /// The next elements; nil behind the last, and for ever after.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(any Error) -> [ElementStream.Element]? {
        try await elements.nextBatch(isolation: actor)
      }
    }
  }
}

/// A parser whose type is forgotten.
private struct AnyStreamParser<Element>: StreamParser {
  var parser: any StreamParser<Element>

  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try parser.next(in: bytes, from: &position)
  }

  mutating func finish() throws -> Element? { try parser.finish() }
}
