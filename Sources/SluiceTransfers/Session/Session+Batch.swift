public import SluiceSerialization
public import SluiceSession

extension Session {
  /// Creates a batch of transfers, of which a limited number runs at a time.
  ///
  /// ```swift
  /// for try await member in session.batch(transfers, atMost: 8) { print(member.index, member.result) }
  /// ```
  ///
  /// - Parameters:
  ///   - transfers: The transfers. They are taken from the sequence when they are to start, one at a time.
  ///   - limit: The maximum number of transfers that run at a time, at least 1.
  ///   - order: The order of the results. Defaults to `.completion`.
  ///   - stopsAtFirstError: Whether the first transfer that fails ends the batch with its error, and cancels the
  ///     others. Defaults to `false`: each result has its own error.
  @inlinable
  public func batch<Output: Sendable>(
    _ transfers: sending some Sequence<Transfer<Output>>, atMost limit: Int,
    order: Batch<Output>.Order = .completion, stopsAtFirstError: Bool = false
  ) -> Batch<Output> {
    Batch(BatchMembers(transfers), atMost: limit, order: order, stopsAtFirstError: stopsAtFirstError)
  }

  /// Creates a batch of requests whose responses are decoded alike.
  ///
  /// ```swift
  /// let users = try await session.batch(requests, decoding: .json(User.self), atMost: 8).values()
  /// ```
  ///
  /// - Parameters:
  ///   - requests: The requests. They are taken from the sequence when they are to be sent, one at a time.
  ///   - decoder: Validates and decodes the responses.
  ///   - limit: The maximum number of requests that run at a time, at least 1.
  ///   - order: The order of the results. Defaults to `.completion`.
  ///   - stopsAtFirstError: Whether the first request that fails ends the batch with its error, and cancels the others.
  ///     Defaults to `false`: each result has its own error.
  @inlinable
  public func batch<Output: Sendable>(
    _ requests: sending some Sequence<Request>, decoding decoder: ResponseDecoder<Output>, atMost limit: Int,
    order: Batch<Output>.Order = .completion, stopsAtFirstError: Bool = false
  ) -> Batch<Output> {
    batch(
      requests.lazy.map { self.transfer($0, decoding: decoder) }, atMost: limit, order: order,
      stopsAtFirstError: stopsAtFirstError)
  }
}
