#if ServiceLifecycle
  public import ServiceLifecycle
  internal import SluiceBody
  public import SluiceOutbox
  public import SluiceSession

  /// An outbox as a service of a `ServiceGroup`: it delivers requests until the group shuts down.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [SessionService(session), OutboxService(outbox, session: session)],
  ///   gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  ///
  /// At shutdown, no other request is sent. Those that are being sent have a limited time to end, and are then
  /// cancelled. They stay in the folder unless they are known to be delivered, and so do all others.
  public struct OutboxService: Service {
    private let outbox: Outbox
    private let session: Session
    private let timeLimit: Duration
    private let handle: @Sendable (Outbox.Event) async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - session: The session that sends the requests.
    ///   - timeLimit: The time that requests have to end after the shutdown began. Defaults to 30 s.
    ///   - handle: Receives the events, one at a time. Delivery waits for it. Defaults to ignoring them.
    public init(
      _ outbox: Outbox, session: Session, timeLimit: Duration = .seconds(30),
      onEvent handle: @escaping @Sendable (_ event: Outbox.Event) async -> Void = { _ in }
    ) {
      self.outbox = outbox
      self.session = session
      self.timeLimit = timeLimit
      self.handle = handle
    }

    /// Delivers requests until the shutdown.
    ///
    /// - Throws: The errors of `Outbox.run(with:untilIdle:)`, and a `CancellationError` if the task is cancelled before
    ///   the shutdown.
    public func run() async throws {
      let stop = Signal()
      try await withThrowingTaskGroup { group in
        group.addTask {
          for try await event in outbox.run(with: session, stoppingAt: stop) { await handle(event) }
        }
        group.addTask {
          try await gracefulShutdown()
          stop.fire()
          try await Task.sleep(for: timeLimit)
        }
        try await group.next()
        group.cancelAll()
      }
    }
  }
#endif
