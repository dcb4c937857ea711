internal import HTTPTypes
public import SluiceSerialization
public import SluiceSession

extension Session {
  /// Creates a batch of transfers, of which a limited number runs at a time.
  ///
  /// ```swift
  /// for try await member in session.batch(transfers, maximumConcurrentCount: 8) { print(member.index, member.result) }
  /// ```
  ///
  /// - Parameters:
  ///   - transfers: The transfers. They are taken from the sequence when they are to start, one at a time.
  ///   - maximumConcurrentCount: The maximum number of transfers that run at a time, at least 1.
  ///   - keepsOrder: Whether the results come in the order of the sequence, instead of that in which the transfers end.
  ///     If a transfer takes long, later results are kept for it, up to four times the maximum number of running
  ///     transfers; then no others start. Defaults to `false`.
  ///   - stopsAtFirstError: Whether the first transfer that fails ends the batch with its error, and cancels the
  ///     others. Defaults to `false`: each result has its own error.
  @inlinable
  public func batch<Output: Sendable>(
    _ transfers: sending some Sequence<Transfer<Output>>, maximumConcurrentCount: Int,
    keepsOrder: Bool = false, stopsAtFirstError: Bool = false
  ) -> TransferBatch<Output> {
    TransferBatch(
      BatchMembers(transfers) { $0 }, atMost: maximumConcurrentCount, keepsOrder: keepsOrder,
      stopsAtFirstError: stopsAtFirstError)
  }

  /// Creates a batch of requests whose responses are decoded alike.
  ///
  /// ```swift
  /// let batch = session.batch(requests, decoding: .json(User.self), maximumConcurrentCount: 8)
  /// let users = try await batch.values()
  /// ```
  ///
  /// - Parameters:
  ///   - requests: The requests. They are taken from the sequence when they are to be sent, one at a time.
  ///   - decoder: Validates and decodes the responses.
  ///   - maximumConcurrentCount: The maximum number of requests that run at a time, at least 1.
  ///   - keepsOrder: Whether the results come in the order of the sequence, instead of that in which the transfers end.
  ///     If a transfer takes long, later results are kept for it, up to four times the maximum number of running
  ///     transfers; then no others start. Defaults to `false`.
  ///   - stopsAtFirstError: Whether the first request that fails ends the batch with its error, and cancels the others.
  ///     Defaults to `false`: each result has its own error.
  @inlinable
  public func batch<Output: Sendable>(
    _ requests: sending some Sequence<SessionRequest>, decoding decoder: ResponseDecoder<Output>,
    maximumConcurrentCount: Int, keepsOrder: Bool = false, stopsAtFirstError: Bool = false
  ) -> TransferBatch<Output> {
    let work = work(decoding: decoder)
    let members = BatchMembers(requests) { (request: consuming SessionRequest) -> Transfer<Output> in
      self.transfer(request, doing: work)
    }
    return TransferBatch(
      members, atMost: maximumConcurrentCount, keepsOrder: keepsOrder, stopsAtFirstError: stopsAtFirstError)
  }

  /// Creates a batch of transfers that a closure makes of the elements of a sequence. It may throw.
  ///
  /// ```swift
  /// let batch = session.batch(urls, maximumConcurrentCount: 8) { url in
  ///   session.transfer(try session.request(.get, .init(url)), to: .folder("/data/photos"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements. They are taken from the sequence when their transfers are to start, one at a time.
  ///   - maximumConcurrentCount: The maximum number of transfers that run at a time, at least 1.
  ///   - keepsOrder: Whether the results come in the order of the sequence, instead of that in which the transfers end.
  ///     If a transfer takes long, later results are kept for it, up to four times the maximum number of running
  ///     transfers; then no others start. Defaults to `false`.
  ///   - stopsAtFirstError: Whether the first transfer that fails ends the batch with its error, and cancels the
  ///     others. Defaults to `false`: each result has its own error.
  ///   - transfer: Makes the transfer of an element. An error that it throws is the result of this member.
  @inlinable
  public func batch<Element, Output: Sendable>(
    _ elements: sending some Sequence<Element>, maximumConcurrentCount: Int, keepsOrder: Bool = false,
    stopsAtFirstError: Bool = false,
    transfer: sending @escaping (Element) throws -> Transfer<Output>
  ) -> TransferBatch<Output> {
    let members = BatchMembers(elements) { element -> Transfer<Output> in
      do { return try transfer(element) } catch { return self.transfer(failingWith: error) }
    }
    return TransferBatch(
      members, atMost: maximumConcurrentCount, keepsOrder: keepsOrder, stopsAtFirstError: stopsAtFirstError)
  }

  /// Returns a transfer without a URL, which fails when it starts.
  @usableFromInline
  func transfer<Output: Sendable>(failingWith error: any Error) -> Transfer<Output> {
    let request = SessionRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil))
    return Transfer(.request, request, label: nil, after: [], in: runner) { _ in throw error }
  }
}
