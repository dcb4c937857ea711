internal import SluiceBody
public import SluiceSerialization
public import SluiceTransport

/// A transfer that can be held: watched, suspended, resumed and cancelled from any thread.
///
/// ```swift
/// let transfer = session.transfer(request, decoding: .json(Receipt.self), label: "holiday.mov")
/// transfer.start()
/// for await progress in transfer.progressUpdates { bar.show(progress) }
/// let receipt = try await transfer.value
/// ```
///
/// ``Session/transfer(_:resumable:decoding:label:after:)``, ``Session/transfer(_:to:options:label:after:)``,
/// ``Session/transfer(_:streaming:label:after:)`` and ``Session/transfer(partsOf:size:to:label:after:)`` create one. It
/// does nothing until ``start()`` is called or ``value`` is awaited. Then it runs until its end, also without its
/// handle; ``Session/transfers`` has all that run.
public final class Transfer<Output: Sendable>: TransferHandle {
  /// The identifier that monitors receive.
  public let id: TransferID
  /// The label that the caller has given to the transfer, or `nil` if it has none.
  public let label: String?
  /// The purpose of the transfer.
  public let kind: TransferKind
  /// The request, before middleware. That of an upload in parts has the whole body, and no URL.
  public var request: SessionRequest { control.request }
  /// Sends the request when the transfer starts.
  @usableFromInline
  package let control: TransferControl
  private let events: EventDispatcher?

  /// Creates a transfer.
  ///
  /// - Parameters:
  ///   - kind: The purpose of the transfer.
  ///   - request: The request.
  ///   - label: The caller's label.
  ///   - dependencies: The transfers that must have finished before.
  ///   - runner: The runner of the session.
  ///   - work: Sends the request and returns the value, an `Output`, called once.
  @usableFromInline
  package init(
    _ kind: TransferKind, _ request: consuming SessionRequest, label: String?,
    after dependencies: [any TransferHandle], in runner: TransferRunner,
    _ work: @escaping TransferControl.Work
  ) {
    (self.kind, self.label) = (kind, label)
    events = runner.events
    control = TransferControl(
      kind, request, among: runner.liveTransfers, until: runner.invalidation,
      .init(dependencies: dependencies, work: work))
    id = control.id
  }

  /// The current state. Another thread may change it at any time, but a final state stays.
  public var state: TransferState { control.current }

  /// The newest progress. After a success, it is complete.
  public var progress: TransferProgress { control.hub.progress }

  /// The progress from now on: the current one, updates every 50 ms while bytes move, the current one again when the
  /// transfer is suspended or resumed, and the last one. The sequence ends with the transfer.
  ///
  /// Each access returns a new sequence for a single reader. A slow reader gets the newest progress.
  public var progressUpdates: AsyncStream<TransferProgress> { control.hub.updates() }

  /// The priority among the transfers that wait for a connection to the same origin.
  ///
  /// It is that of the request's options at first. A new one applies to a transfer that waits, too. The field
  /// `Priority` for the server is that of the request's options.
  public var priority: TransportSettings.Priority {
    get { control.priority }
    set { control.priority = newValue }
  }

  /// The value, when the transfer has it. Starts the transfer if it has not been started.
  ///
  /// For a stream, this is the sequence of its elements, when the response's head has arrived.
  ///
  /// - Throws: The errors of ``Session/send(_:decoding:progress:)``; a `CancellationError` after ``cancel()``.
  ///   Cancelling the waiting task does not cancel the transfer, whose end it waits for.
  public var value: Output {
    get async throws { try await result.get() }
  }

  /// The ``value``, or its error.
  var result: Result<Output, any Error> {
    get async {
      start()
      return await control.outcome.of(Output.self)
    }
  }

  /// Starts the transfer. Has no effect if it has been started or cancelled.
  public func start() { control.start(for: self) }

  /// Suspends the transfer in both directions, until ``resume()`` is called as often as this method.
  ///
  /// The connection stays open for as long as the peer allows. No time limit runs, unless
  /// `request.options.countsSuspendedTime` is set. A transfer that is suspended before its start waits after it.
  public func suspend() {
    control.suspend { events?.post(of: id) { [id] in $0.didSuspend(id) } }
  }

  /// Undoes one call of ``suspend()``. Has no effect if the transfer is not suspended.
  public func resume() {
    control.resume { events?.post(of: id) { [id] in $0.didResume(id) } }
  }

  /// Waits until the transfer has ended, or the task is cancelled. Does not start it.
  ///
  /// - Returns: The state then.
  @discardableResult
  public func waitForEnd() async -> TransferState { await control.waitForEnd() }

  /// Cancels the transfer: ``value`` throws a `CancellationError`. Has no effect if it has ended.
  public func cancel() { control.cancel() }
}

/// The state of a ``Transfer``.
///
/// ```
///              start()              suspend()
///  created ──────────────► running ───────────► suspended
///     │                     │ │ │ ◄───────────── │ │ │
///     │                     │ │ │    resume()    │ │ │
///     │ cancel()            │ │ └────────────────┘ │ │
///     │                     │ └─► finished, failed ◄─┘ │
///     └──────────► cancelled ◄─┴────────────────────────┘
/// ```
///
/// The last three states are final. A suspended transfer ends in the rare case that all bytes had arrived before.
public enum TransferState: Sendable, Hashable, CaseIterable {
  /// The transfer has not been started.
  case created
  /// The transfer runs, or waits for those it comes after, for a connection or for a retry.
  case running
  /// The transfer is suspended: no bytes move in either direction.
  case suspended
  /// The transfer has its value.
  case finished
  /// The transfer ended with an error.
  case failed
  /// The transfer was cancelled.
  case cancelled

  /// Whether the state is final.
  public var isFinal: Bool {
    switch self {
    case .created, .running, .suspended: false
    case .finished, .failed, .cancelled: true
    }
  }
}

/// The purpose of a ``Transfer``.
public enum TransferKind: Sendable, Hashable, CaseIterable {
  /// A request without a body, whose response is decoded.
  case request
  /// A request with a body, whose response is decoded.
  case upload
  /// A response that is written to a file.
  case download
  /// A response whose elements are decoded as they arrive. It is finished when the body has arrived, even if its last
  /// elements have not been read.
  case stream
}

extension Transfer {
  /// Starts the transfer, and calls closures with its progress and its result, for code that is not async.
  ///
  /// ```swift
  /// transfer.start(on: { queue.async(execute: $0) }) { result in
  ///   switch result {
  ///   case .success(let receipt): show(receipt)
  ///   case .failure(let error): show(error)
  ///   }
  /// }
  /// ```
  ///
  /// The closures are called where `run` runs them: on a queue as above, or for example on a task executor:
  /// `{ work in Task(executorPreference: executor) { work() } }`. With `SluiceFoundation`, a queue can be passed.
  ///
  /// - Parameters:
  ///   - run: Runs a closure once, now or later, on any thread.
  ///   - progress: Receives the progress as ``progressUpdates`` does. It is called again only after it has returned,
  ///     and a slow one receives the newest progress. Defaults to `nil`.
  ///   - completion: Receives ``value`` or its error, exactly once, also if the transfer has ended before. `progress`
  ///     is not called after it, except for a stream, whose body arrives while its elements are read.
  public func start(
    on run: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    let reporting = progress.map { progress in
      Task { [updates = progressUpdates] in
        for await update in updates {
          let hasReturned = Signal()
          run {
            progress(update)
            hasReturned.fire()
          }
          await hasReturned.wait()
        }
      }
    }
    start()
    Task {
      let result = await result
      if kind != .stream { await reporting?.value }
      run { completion(result) }
    }
  }
}
