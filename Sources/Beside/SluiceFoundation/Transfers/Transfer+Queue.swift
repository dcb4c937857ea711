public import Dispatch
public import SluiceSession
public import SluiceTransport

extension Transfer {
  /// Starts the transfer, and calls closures on a queue with its progress and its result, for code that is not async.
  ///
  /// ```swift
  /// transfer.start(on: .main, progress: { bar.show($0) }) { result in
  ///   switch result {
  ///   case .success(let receipt): show(receipt)
  ///   case .failure(let error): show(error)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - progress: Receives the progress, as in `start(on:progress:completion:)` with a closure. Defaults to `nil`.
  ///   - completion: Receives the value or the error, exactly once.
  public func start(
    on queue: DispatchQueue, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    start(on: { queue.async(execute: $0) }, progress: progress, completion: completion)
  }
}
