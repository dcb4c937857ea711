/// The decoded elements of a response's body, as they arrive. Each iteration sends the request, when its first element
/// is requested, and validates the response.
struct ResponseStream<Stream: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  let open: @Sendable () async throws -> Stream

  func makeAsyncIterator() -> Iterator { Iterator(state: .unopened(open)) }

  /// The iterator of a stream: one request and the elements of its response.
  ///
  /// ```
  ///             next()                  next(): nil
  ///  unopened ──────────► open ────────────────────────► ended(nil)      next() returns nil
  ///      │                  └── next() throws ──┐
  ///      └────────── next() throws ─────────────┴──────► ended(error)    next() throws it again
  /// ```
  struct Iterator: AsyncIteratorProtocol {
    enum State {
      case unopened(@Sendable () async throws -> Stream)
      case open(Stream.AsyncIterator)
      case ended((any Error)?)
    }

    var state: State

    mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Stream.Element? {
      let current = state
      // Set first, so that an iteration that ends or fails keeps no resources.
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
