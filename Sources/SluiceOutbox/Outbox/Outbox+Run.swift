public import SluiceSession

extension Outbox {
  /// Sends the requests of the folder, and those that are added meanwhile, until the iteration or its task ends.
  ///
  /// ```swift
  /// for try await event in outbox.run(with: session) {
  ///   switch event {
  ///   case .delivered(let entry, let response): print("\(entry.url): \(response.status)")
  ///   case .failed(let entry, let error, let time): print("\(entry.url): \(error), again at \(time)")
  ///   case .died(let entry, let error): print("\(entry.url): \(error), dead")
  ///   case .setAside(let path, let error): print("\(path): \(error)")
  ///   case .skipped(let path, let error, let time): print("\(path): \(error), again at \(time)")
  ///   }
  /// }
  /// ```
  ///
  /// The run starts with the first event that is asked for. It waits for a slow loop, and leaving the loop ends it:
  /// requests that are being sent are cancelled, and stay in the folder unless they are known to be delivered. The
  /// session adds its fields and credentials to each request. Its own retries do not apply.
  ///
  /// Entries of other processes are noticed within a second.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests.
  ///   - endsWhenIdle: Whether the run ends when no request is being sent or due. Requests that wait for their next
  ///     attempt stay in the folder. Defaults to `false`.
  /// - Returns: The events. Each iteration is a run of its own.
  /// - Throws: From the iteration: a ``SessionError`` with the code `invalidated`, `invalid-configuration` or
  ///   `unsupported-library` if the session cannot be used; a ``BodyError`` if the locks of the folder cannot be used;
  ///   the error of ``Configuration/whenReady``; a `CancellationError`. No request counts an attempt for it.
  public func run(with session: Session, untilIdle endsWhenIdle: Bool = false) -> Events {
    Events { Runner(self, session, endsWhenIdle: endsWhenIdle, events: $0) }
  }
}
