/// The decoded elements of a response's body, as they arrive.
///
/// ```swift
/// for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
/// ```
///
/// ``Session/stream(_:fields:decoding:)`` creates it. Each iteration sends the request, when its first element is
/// requested, and validates the response. Leaving the loop or cancelling its task ends the transfer.
public struct ResponseStream<Stream: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  /// The element of the decoder's sequence.
  public typealias Element = Stream.Element

  let open: @Sendable () async throws -> Stream

  /// Returns an iterator that sends the request when its first element is requested.
  public func makeAsyncIterator() -> Iterator { Iterator(state: .unopened(open)) }

  /// The iterator of a stream: one request and the elements of its response.
  ///
  /// ```
  ///             next()                  next(): nil
  ///  unopened ──────────► open ────────────────────────► ended(nil)      next() returns nil
  ///      │                  └── next() throws ──┐
  ///      └────────── next() throws ─────────────┴──────► ended(error)    next() throws it again
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    enum State {
      case unopened(@Sendable () async throws -> Stream)
      case open(Stream.AsyncIterator)
      case ended((any Error)?)
    }

    var state: State

    /// Returns the next element, or `nil` at the end. An error is final.
    ///
    /// - Throws: The errors of ``next(isolation:)``.
    public mutating func next() async throws -> Stream.Element? {
      try await next(isolation: nil)
    }

    /// Returns the next element, or `nil` at the end. An error is final.
    ///
    /// - Throws: A ``SessionError``; a ``ResponseError`` if the status or the media type is not acceptable; the errors
    ///   of the decoder's sequence; a `CancellationError`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Stream.Element? {
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
