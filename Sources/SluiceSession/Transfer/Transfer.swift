internal import SluiceSerialization

/// A handle of a transfer that runs in the background and can be suspended.
///
/// ```swift
/// let transfer = session.transfer(request, decoding: .json(Receipt.self))
/// transfer.suspend()
/// transfer.resume()
/// let receipt = try await transfer.value
/// ```
///
/// ``Session/transfer(_:decoding:)`` creates it. The transfer continues without its handle; ``cancel()`` ends it.
public final class Transfer<Output: Sendable>: Sendable {
  /// The identifier that monitors receive.
  public let id: TransferID
  /// The progress of the transfer, updated every 50 ms, until its end. A slow reader gets the newest update. Supports a
  /// single reader.
  public let progress: AsyncStream<TransferProgress>
  private let control: TransferControl
  private let task: Task<Output, any Error>
  private let told: @Sendable (_ isSuspended: Bool) -> Void

  init(_ request: Request, decoding decoder: ResponseDecoder<Output>, in runner: TransferRunner) {
    let (id, control) = (runner.nextID, TransferControl())
    let (progress, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    (self.id, self.control, self.progress) = (id, control, progress)
    told = { [events = runner.events] isSuspended in
      events?.post(of: id) { isSuspended ? $0.didSuspend(id) : $0.didResume(id) }
    }
    task = Task {
      defer { continuation.finish() }
      return try await runner.perform(
        request.asking(for: decoder), as: id, control: control, progress: { continuation.yield($0) }
      ) { try await $0.output(decoder) }
    }
  }

  /// The decoded response, when the transfer has ended.
  ///
  /// - Throws: The errors of ``Session/send(_:decoding:progress:)``. Cancelling the waiting task does not cancel the
  ///   transfer.
  public var value: Output {
    get async throws { try await task.value }
  }

  /// Pauses the transfer in both directions until ``resume()``.
  ///
  /// The connection stays open for as long as the peer allows. The idle timeout is suspended too, but the total timeout
  /// is not.
  public func suspend() {
    if control.suspend() { told(true) }
  }

  /// Resumes the transfer.
  public func resume() {
    if control.resume() { told(false) }
  }

  /// Cancels the transfer: ``value`` throws a `CancellationError`.
  public func cancel() { task.cancel() }
}
