internal import SluiceBody
public import SluiceSerialization
public import SluiceTransport

/// A transfer with any type of value: an element of ``Session/transfers``.
///
/// ```swift
/// for transfer in session.transfers where transfer.kind == .download { print(transfer.progress.rate ?? 0) }
/// ```
///
/// All members can be used from any thread.
public protocol TransferHandle: AnyObject, Sendable, Identifiable where ID == TransferID {
  /// The identifier that monitors receive.
  var id: TransferID { get }
  /// The label that the caller has given to the transfer, or `nil` if it has none.
  var label: String? { get }
  /// The purpose of the transfer.
  var kind: TransferKind { get }
  /// The request, before middleware. That of an upload in parts has the whole body, and no URL.
  var request: SessionRequest { get }
  /// The state.
  var state: TransferState { get }
  /// The newest progress.
  var progress: TransferProgress { get }
  /// The progress from now on, as a sequence that ends with the transfer. See ``Transfer/progressUpdates``.
  var progressUpdates: AsyncStream<TransferProgress> { get }
  /// The priority among the transfers that wait for a connection to the same origin. See ``Transfer/priority``.
  var priority: TransportSettings.Priority { get set }

  /// Starts the transfer. Has no effect if it has been started or cancelled.
  func start()
  /// Suspends the transfer in both directions. See ``Transfer/suspend()``.
  func suspend()
  /// Undoes one call of ``suspend()``.
  func resume()
  /// Cancels the transfer. Has no effect if it has ended.
  func cancel()
  /// Waits until the transfer has ended, or the task is cancelled. Does not start it.
  ///
  /// - Returns: The state then.
  @discardableResult
  func waitForEnd() async -> TransferState
}

/// The transfers of a session that have been started and have not ended.
final class LiveTransfers: Sendable {
  private let transfers = Lock(Slots<any TransferHandle>())

  /// Adds a transfer.
  ///
  /// - Returns: Its number, for ``remove(_:)``.
  func insert(_ transfer: any TransferHandle) -> Int { transfers.withLock { $0.insert(transfer) } }

  /// Removes and returns the transfer with a number.
  func remove(_ number: Int) -> (any TransferHandle)? { transfers.withLock { $0.remove(number) } }

  /// The transfers in the order in which they were created.
  var all: [any TransferHandle] { transfers.withLock { $0.all }.sorted { $0.id.number < $1.id.number } }
}

/// A task that runs transfers, one after the other: that of a handle, or those of a batch.
///
/// Whoever cancels a transfer cancels the task that runs it. So a task takes another transfer only when the one before
/// has finished or failed, because nothing can cancel that any more.
package final class TransferWorker: Sendable {
  private struct State {
    /// The task, or `nil` until the start and after the end.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  /// The paths that the downloads of the transfer's batch derive from responses, or `nil` if it belongs to none.
  let paths: DerivedPaths?
  private let state = Lock(State())

  package init(paths: DerivedPaths? = nil) { self.paths = paths }

  /// Starts the task. Called once.
  package func start(_ operation: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      let task = Task { [self] in
        await operation()
        self.state.withLock { $0.task = nil }
      }
      state.task = task
      if state.isCancelled { task.cancel() }
    }
  }

  /// Cancels the task, also before its start.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
