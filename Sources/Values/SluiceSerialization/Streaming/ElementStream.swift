public import SluiceBody

/// An asynchronous sequence of the elements of a body, parsed as its bytes arrive.
///
/// ```swift
/// for try await line in ElementStream(chunks, decoding: .lines()) { print(line) }
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
  // Swift 6.2 cannot optimize a structure with a function that returns an `any StreamParser`.
  private let makeParser: @Sendable () -> AnyStreamParser<Element>

  /// Creates a stream of the elements that a parser finds in a sequence of chunks.
  ///
  /// - Parameters:
  ///   - chunks: The body in chunks of any size. Chunks may be empty.
  ///   - makeParser: Creates the parser; called once for each iteration.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, makeParser: @escaping @Sendable () -> any StreamParser<Element>
  ) where Chunks.Element: Collection<UInt8> {
    self.init(ChunkSource(chunks), makeParser: makeParser)
  }

  init(_ chunks: ChunkSource, makeParser: @escaping @Sendable () -> any StreamParser<Element>) {
    self.chunks = chunks
    self.makeParser = { AnyStreamParser(parser: makeParser()) }
  }

  /// Creates a stream of the elements that a decoder finds in a sequence of chunks, without a response to validate.
  ///
  /// A custom decoder gets a response with the status 200 and without fields. An error that it throws is thrown while
  /// iterating.
  ///
  /// - Parameters:
  ///   - chunks: The body in chunks of any size. Chunks may be empty.
  ///   - decoder: The decoder, such as `.jsonLines(User.self)`.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, decoding decoder: StreamDecoder<ElementStream>
  ) where Chunks.Element: Collection<UInt8> {
    do {
      self = try decoder.stream(StreamInput(chunks))
    } catch {
      self.init(ChunkSource([])) { FailedParser(error: error) }
    }
  }

  /// The same elements in arrays, each with the elements that one chunk completes, at most 256.
  ///
  /// Iterating over batches is faster if handling a single element takes little time.
  public var batches: some AsyncSequence<[Element], any Error> & Sendable {
    ElementBatches { parsed() }
  }

  /// Starts an iteration with a new parser.
  public func makeAsyncIterator() -> Iterator {
    Iterator(elements: parsed())
  }

  private func parsed() -> ParsedChunks<AnyStreamParser<Element>> {
    ParsedChunks(of: chunks, parser: makeParser())
  }

  /// An iterator over the elements of an ``ElementStream``.
  public struct Iterator: AsyncIteratorProtocol {
    private let elements: ParsedChunks<AnyStreamParser<Element>>
    /// Elements that were parsed ahead, in reverse order.
    @usableFromInline var ready: [Element] = []

    fileprivate init(elements: ParsedChunks<AnyStreamParser<Element>>) { self.elements = elements }

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
}

/// The elements of an ``ElementStream`` in non-empty arrays.
private struct ElementBatches<Element: Sendable>: AsyncSequence, Sendable {
  let makeElements: @Sendable () -> ParsedChunks<AnyStreamParser<Element>>

  func makeAsyncIterator() -> Iterator { Iterator(elements: makeElements()) }

  struct Iterator: AsyncIteratorProtocol {
    let elements: ParsedChunks<AnyStreamParser<Element>>

    mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [Element]? {
      try await elements.nextBatch(upTo: 256, isolation: actor)
    }
  }
}

/// A parser that cannot be made.
private struct FailedParser<Element>: StreamParser {
  let error: any Error

  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? { throw error }

  mutating func finish() throws -> Element? { throw error }
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
