/// What is in a response's body, as it arrives: made by ``Session/stream(_:fields:decoding:)``.
///
/// Each iteration sends the request, when its first element is asked for, and validates the response. Leaving the loop, and
/// cancelling its task, ends the transfer.
public struct ResponseStream<Stream: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Stream.Element

  let open: @Sendable () async throws -> Stream

  public func makeAsyncIterator() -> Iterator { Iterator(state: .unopened(open)) }

  public struct Iterator: AsyncIteratorProtocol {
    enum State {
      case unopened(@Sendable () async throws -> Stream)
      case open(Stream.AsyncIterator)
      case ended((any Error)?)
    }

    var state: State

    public mutating func next() async throws -> Stream.Element? {
      try await next(isolation: nil)
    }

    /// The next element; nil at the end. An error is final.
    ///
    /// - Throws: a ``SessionError``; a ``ResponseError``; what the decoder's sequence throws; a `CancellationError`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Stream.Element? {
      let current = state
      // Nothing is kept of an iteration that has ended or failed.
      state = .ended(nil)
      do {
        var iterator: Stream.AsyncIterator
        switch current {
        case .unopened(let open): iterator = try await open().makeAsyncIterator()
        case .open(let open): iterator = open
        case .ended(let error?): throw error
        case .ended(nil): return nil
        }
        guard let element = try await iterator.next(isolation: actor) else { return nil }
        state = .open(iterator)
        return element
      } catch {
        state = .ended(error)
        throw error
      }
    }
  }
}
