public import SluiceBody

/// An asynchronous sequence of the elements of a body, parsed as its bytes arrive.
///
/// ```swift
/// for try await line in ElementStream(body, makeParser: { LineParser() }) { print(line) }
/// ```
///
/// The next chunk is requested only after all elements of the previous one were returned, so a slow consumer slows the
/// sender down. At most one chunk, one incomplete element, and 64 elements of the chunk that were parsed ahead are in
/// memory.
///
/// - Throws: While iterating, the errors of the parser and of the sequence of chunks, and `CancellationError` if the
///   task is cancelled. Errors are final: later calls throw the same error.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
  private let chunks: ChunkSource
  private let makeParser: @Sendable () -> any StreamParser<Element>

  /// Creates a stream of the elements that a parser finds in a sequence of chunks.
  ///
  /// - Parameters:
  ///   - chunks: The body in chunks of any size. Chunks may be empty.
  ///   - makeParser: Creates the parser; called once for each iteration.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, makeParser: @escaping @Sendable () -> any StreamParser<Element>
  ) where Chunks.Element: Collection<UInt8> {
    self.chunks = ChunkSource(chunks)
    self.makeParser = makeParser
  }

  /// The same elements in arrays, each with the elements that one chunk completes, at most 256.
  ///
  /// Iterating over batches is faster if handling a single element takes little time.
  public var batches: Batches { Batches(elements: self) }

  /// Starts an iteration with a new parser.
  public func makeAsyncIterator() -> Iterator {
    Iterator(elements: parsed())
  }

  private func parsed() -> ParsedChunks<AnyStreamParser<Element>> {
    ParsedChunks(of: chunks, parser: AnyStreamParser(parser: makeParser()))
  }

  /// An iterator over the elements of an ``ElementStream``.
  public struct Iterator: AsyncIteratorProtocol {
    private let elements: ParsedChunks<AnyStreamParser<Element>>
    /// Elements that were parsed ahead, in reverse order.
    @usableFromInline var ready: [Element] = []

    fileprivate init(elements: ParsedChunks<AnyStreamParser<Element>>) { self.elements = elements }

    /// Returns the next element, or `nil` after the last one.
    @inlinable
    public mutating func next() async throws -> Element? {
      try await next(isolation: nil)
    }

    /// Returns the next element, or `nil` after the last one.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
      // Without a suspension for each element. A cancelled task gets an error instead of more elements.
      if ready.isEmpty || Task.isCancelled {
        ready = try await following(isolation: actor)
        ready.reverse()
      }
      return ready.popLast()
    }

    /// Returns the next elements of the current chunk, or of the next one; none at the end.
    ///
    /// Only a few are parsed ahead, because elements may need far more memory than their bytes.
    @usableFromInline
    func following(isolation actor: isolated (any Actor)?) async throws -> [Element] {
      try await elements.nextBatch(upTo: 64, isolation: actor) ?? []
    }
  }

  /// An asynchronous sequence of the elements of an ``ElementStream`` in non-empty arrays.
  public struct Batches: AsyncSequence, Sendable {
    fileprivate let elements: ElementStream

    /// Starts an iteration with a new parser.
    public func makeAsyncIterator() -> Iterator { Iterator(elements: elements.parsed()) }

    /// An iterator over batches of elements.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let elements: ParsedChunks<AnyStreamParser<ElementStream.Element>>

      /// Returns the next elements, at least one, or `nil` after the last ones.
      public mutating func next() async throws -> [ElementStream.Element]? {
        try await next(isolation: nil)
      }

      /// Returns the next elements, at least one, or `nil` after the last ones.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(any Error) -> [ElementStream.Element]? {
        try await elements.nextBatch(upTo: 256, isolation: actor)
      }
    }
  }
}

/// A type-erased parser.
private struct AnyStreamParser<Element>: StreamParser {
  var parser: any StreamParser<Element>

  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try parser.next(in: bytes, from: &position)
  }

  mutating func appendElements(
    in bytes: Span<UInt8>, from position: inout Int, to elements: inout [Element], upTo limit: Int?
  ) throws {
    try parser.appendElements(in: bytes, from: &position, to: &elements, upTo: limit)
  }

  mutating func finish() throws -> Element? { try parser.finish() }
}
