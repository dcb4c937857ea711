public import SluiceSerialization

/// A transfer that runs by itself, and can be held up: made by ``Session/transfer(_:decoding:)``.
///
/// ```swift
/// let transfer = session.transfer(request, decoding: .json(Receipt.self))
/// transfer.suspend()
/// transfer.resume()
/// let receipt = try await transfer.value
/// ```
///
/// It goes on when nobody holds this any more; ``cancel()`` ends it.
public final class Transfer<Output: Sendable>: Sendable {
  /// What monitors call it.
  public let id: TransferID
  /// How far it has come, the newest every 50 ms; ends with the transfer. For one reader.
  public let progress: AsyncStream<TransferProgress>
  private let control: TransferControl
  private let task: Task<Output, any Error>
  private let told: @Sendable (_ isSuspended: Bool) -> Void

  init(_ request: Request, decoding decoder: ResponseDecoder<Output>, in session: Session) {
    let (id, control) = (session.nextID, TransferControl())
    let (progress, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    (self.id, self.control, self.progress) = (id, control, progress)
    told = { [events = session.events] isSuspended in
      events?.post(of: id) { isSuspended ? $0.suspended(id) : $0.resumed(id) }
    }
    task = Task {
      defer { continuation.finish() }
      return try await session.perform(
        request.asking(for: decoder), as: id, control: control, progress: { continuation.yield($0) }
      ) { attempt, report in try await session.output(of: attempt.send(attempt.request), decoder, report) }
    }
  }

  /// What the response was decoded into, when it has ended.
  ///
  /// - Throws: what ``Session/send(_:decoding:progress:)`` throws. Cancelling the waiting task leaves the transfer alone.
  public var value: Output {
    get async throws { try await task.value }
  }

  /// Moves no more bytes until ``resume()``. The connection stays open, for as long as the peer has patience; the idle
  /// timeout does not count meanwhile, the total one does.
  public func suspend() {
    if control.suspend() { told(true) }
  }

  /// Goes on.
  public func resume() {
    if control.resume() { told(false) }
  }

  /// Ends it: ``value`` throws a `CancellationError`.
  public func cancel() { task.cancel() }
}

extension Session {
  /// Sends a request and decodes the answer, with a handle to suspend and cancel that.
  public func transfer<Output: Sendable>(
    _ request: Request, decoding decoder: ResponseDecoder<Output>
  ) -> Transfer<Output> {
    Transfer(request, decoding: decoder, in: self)
  }
}
