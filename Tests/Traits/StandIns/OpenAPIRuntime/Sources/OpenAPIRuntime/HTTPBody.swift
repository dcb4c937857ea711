/// As much of the class in swift-openapi-runtime 1 as the article uses.
public final class HTTPBody: AsyncSequence, Sendable {
  /// A part of a body.
  public typealias ByteChunk = ArraySlice<UInt8>

  /// The length of a body.
  public enum Length: Sendable, Equatable {
    case unknown
    case known(Int64)
  }

  /// Whether a body can be iterated again.
  public enum IterationBehavior: Sendable, Equatable {
    case single, multiple
  }

  /// The length.
  public let length: Length
  /// Whether the body can be iterated again.
  public let iterationBehavior: IterationBehavior
  private let makeNext: @Sendable () -> (() async throws -> ByteChunk?)

  /// Creates a body.
  public init<Bytes: AsyncSequence & Sendable>(
    _ sequence: Bytes, length: Length, iterationBehavior: IterationBehavior
  ) where Bytes.Element == ByteChunk {
    self.length = length
    self.iterationBehavior = iterationBehavior
    makeNext = {
      var iterator = sequence.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Returns an iterator of the parts.
  public func makeAsyncIterator() -> Iterator { Iterator(nextChunk: makeNext()) }

  /// An iterator of the parts.
  public struct Iterator: AsyncIteratorProtocol {
    let nextChunk: () async throws -> ByteChunk?

    /// Returns the next part, or `nil` at the end.
    public mutating func next() async throws -> ByteChunk? { try await nextChunk() }
  }
}
