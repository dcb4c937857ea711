internal import SluiceBody
public import SluiceTransport

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
