package import SluiceBody
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
  /// - Returns: The events. Each iteration is a separate run.
  /// - Throws: From the iteration: a ``SessionError`` with the code `invalidated`, `invalid-configuration` or
  ///   `unsupported-library` if the session cannot be used; a ``BodyError`` if the locks of the folder cannot be used;
  ///   the error of ``Configuration/whenReady``; a `CancellationError`. No request counts an attempt for it.
  public func run(with session: Session, untilIdle endsWhenIdle: Bool = false) -> Events {
    run(with: session, untilIdle: endsWhenIdle, stoppingAt: nil)
  }

  /// Sends the requests of the folder like ``run(with:untilIdle:)``, until a signal fires.
  ///
  /// Then, no other request is sent. The run ends when those that are being sent have ended.
  package func run(
    with session: Session, untilIdle endsWhenIdle: Bool = false, stoppingAt stop: Signal?
  ) -> Events {
    Events { [self] events in
      let run = DeliveryRun(
        from: store, configuration, with: session, endsWhenIdle: endsWhenIdle, stop: stop, events: events)
      let id = ObjectIdentifier(run)
      wakeUps.withLock { $0[id] = run.wakeUp }
      let waker = stop.map { stop in
        Task { [wakeUp = run.wakeUp] in
          await stop.wait()
          wakeUp.fire()
        }
      }
      defer {
        waker?.cancel()
        _ = wakeUps.withLock { $0.removeValue(forKey: id) }
      }
      try await run.run()
    }
  }

  /// The events of a run. ``Outbox/run(with:untilIdle:)`` creates them.
  public struct Events: AsyncSequence, Sendable {
    /// An event of a run.
    public typealias Element = Event

    /// Sends the requests of the outbox, and appends the events.
    let send: @Sendable (BoundedQueue<Event>) async throws -> Void

    /// Returns an iterator, which starts the run when the first event is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(send) }

    /// The iterator of events. Releasing it, for example by leaving the loop, ends the run.
    public struct Iterator: AsyncIteratorProtocol {
      private let send: @Sendable (BoundedQueue<Event>) async throws -> Void
      private var run: Run?

      init(_ send: @escaping @Sendable (BoundedQueue<Event>) async throws -> Void) { self.send = send }

      /// Returns the next event, or `nil` after the last one.
      ///
      /// - Throws: The errors of ``Outbox/run(with:untilIdle:)``. An error is final.
      public mutating func next() async throws -> Event? { try await next(isolation: nil) }

      /// Returns the next event, or `nil` after the last one.
      ///
      /// - Throws: The errors of ``Outbox/run(with:untilIdle:)``. An error is final.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> Event? {
        let run = self.run ?? Run(send)
        self.run = run
        return try await run.unread.next()
      }
    }

    /// A task that ends with its last reference.
    private final class Run: Sendable {
      /// The run waits while this many events are unread, so that a slow loop slows it down.
      let unread = BoundedQueue<Event>(limit: 16)
      private let task: Task<Void, Never>

      init(_ send: @escaping @Sendable (BoundedQueue<Event>) async throws -> Void) {
        task = Task { [unread] in
          do {
            try await send(unread)
            unread.finish()
          } catch {
            unread.finish(throwing: error)
          }
        }
      }

      deinit {
        task.cancel()
        unread.close()
      }
    }
  }
}
