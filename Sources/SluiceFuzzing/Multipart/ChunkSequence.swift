/// An async sequence of chunks that are all available without waiting.
struct ChunkSequence: AsyncSequence, Sendable {
  private let chunks: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8], cutBy splitter: Splitter) {
    var splitter = splitter
    chunks = splitter.chunks(of: bytes)
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: IndexingIterator<[ArraySlice<UInt8>]>

    mutating func next() async -> ArraySlice<UInt8>? { chunks.next() }
  }
}
