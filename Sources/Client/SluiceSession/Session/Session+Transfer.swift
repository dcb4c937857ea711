public import SluiceSerialization

extension Session {
  /// Creates a transfer that sends a request and decodes its response.
  ///
  /// ```swift
  /// let transfer = session.transfer(try session.request(.put, "videos/1", body: file), decoding: .json(Receipt.self))
  /// transfer.start()
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decoder: Validates and decodes the response. Its media types are sent as `Accept`, unless the request or
  ///     the configuration has that field.
  ///   - label: A text that identifies the transfer for the caller. Defaults to `nil`.
  ///   - dependencies: Transfers that must have finished before this one sends its request. Its start starts them, too.
  ///     If one of them fails or is cancelled, this one fails with the code `dependency-failed`. Defaults to none.
  /// - Returns: A transfer of the kind `upload` if the request has a body, and otherwise of the kind `request`.
  @inlinable
  public func transfer<Output: Sendable>(
    _ request: SessionRequest, decoding decoder: ResponseDecoder<Output>, label: String? = nil,
    after dependencies: [any TransferHandle] = []
  ) -> Transfer<Output> {
    transfer(request, doing: work(decoding: decoder), label: label, after: dependencies)
  }

  /// Creates a transfer that sends a request, with work that it may share with other transfers.
  @inlinable
  package func transfer<Output: Sendable>(
    _ request: consuming SessionRequest, doing work: @escaping TransferControl.Work, label: String? = nil,
    after dependencies: [any TransferHandle] = []
  ) -> Transfer<Output> {
    let kind = request.body == nil ? TransferKind.request : .upload
    return Transfer(kind, request, label: label, after: dependencies, in: runner, work)
  }

  /// Returns the work of the transfers whose responses are decoded by a decoder.
  @inlinable
  package func work<Output: Sendable>(decoding decoder: ResponseDecoder<Output>) -> TransferControl.Work {
    { [runner] in try await runner.output(of: $0, decoder) }
  }

  /// Creates a transfer that sends a request and decodes the elements of its response as they arrive.
  ///
  /// Its value is known when the response's head has been accepted. The transfer is finished when the body has arrived,
  /// of which at most a part waits for the reader. Leaving the loop over the elements cancels the transfer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decoder: Validates the response and decodes its elements.
  ///   - label: A text that identifies the transfer for the caller. Defaults to `nil`.
  ///   - dependencies: Transfers that must have finished before this one sends its request. Its start starts them, too.
  ///     If one of them fails or is cancelled, this one fails with the code `dependency-failed`. Defaults to none.
  public func transfer<Stream: AsyncSequence & Sendable>(
    _ request: SessionRequest, streaming decoder: StreamDecoder<Stream>, label: String? = nil,
    after dependencies: [any TransferHandle] = []
  ) -> Transfer<Stream> {
    Transfer(.stream, request, label: label, after: dependencies, in: runner) { [runner] control in
      try await runner.perform(
        Call(runner.settings.request(request, for: decoder.validation).streamed, control: control)
      ) {
        try await $0.send($0.request).stream(decoding: decoder)
      }
    }
  }

  /// The transfers that have been started and have not ended, in the order in which they were created.
  ///
  /// Calls without a handle, such as `get`, belong to their tasks and are not included.
  public var transfers: [any TransferHandle] { runner.liveTransfers.all }

  /// Cancels the transfers that run.
  ///
  /// - Parameter kind: The kind of the transfers, or `nil` for all. Defaults to `nil`.
  public func cancelAll(_ kind: TransferKind? = nil) { for transfer in live(kind) { transfer.cancel() } }

  /// Suspends the transfers that run. Each needs another ``Transfer/resume()``, or ``resumeAll(_:)``.
  ///
  /// - Parameter kind: The kind of the transfers, or `nil` for all. Defaults to `nil`.
  public func suspendAll(_ kind: TransferKind? = nil) { for transfer in live(kind) { transfer.suspend() } }

  /// Undoes one suspension of each transfer that has been started.
  ///
  /// - Parameter kind: The kind of the transfers, or `nil` for all. Defaults to `nil`.
  public func resumeAll(_ kind: TransferKind? = nil) { for transfer in live(kind) { transfer.resume() } }

  private func live(_ kind: TransferKind?) -> [any TransferHandle] {
    transfers.filter { kind == nil || $0.kind == kind }
  }
}
