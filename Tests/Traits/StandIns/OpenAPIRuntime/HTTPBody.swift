/// As much of the class in swift-openapi-runtime 1 as the article uses.
package final class HTTPBody: AsyncSequence, Sendable {
  package typealias ByteChunk = ArraySlice<UInt8>

  package enum Length: Sendable, Equatable {
    case unknown
    case known(Int64)
  }

  package enum IterationBehavior: Sendable, Equatable {
    case single, multiple
  }

  package let length: Length
  package let iterationBehavior: IterationBehavior
  private let makeNext: @Sendable () -> (() async throws -> ByteChunk?)

  package init<Bytes: AsyncSequence & Sendable>(
    _ sequence: Bytes, length: Length, iterationBehavior: IterationBehavior
  ) where Bytes.Element == ByteChunk {
    self.length = length
    self.iterationBehavior = iterationBehavior
    makeNext = {
      var iterator = sequence.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(nextChunk: makeNext()) }

  package struct Iterator: AsyncIteratorProtocol {
    let nextChunk: () async throws -> ByteChunk?

    package mutating func next() async throws -> ByteChunk? { try await nextChunk() }
  }
}
