#if ServiceLifecycle
  public import ServiceLifecycle
  public import SluiceSession

  /// A session as a service of a `ServiceGroup`, which shuts it down gracefully.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [SessionService(session), server], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  ///
  /// A group shuts its services down in reverse order. A session comes before the services that use it, so that it ends
  /// after them.
  ///
  /// At shutdown, the transfers that run have a limited time to end, and others may follow them. Then the session is
  /// invalidated, which ends those that are left with the code `invalidated`. If the task of the service is cancelled
  /// instead, the session is invalidated at once.
  public struct SessionService: Service {
    private let session: Session
    private let timeLimit: Duration

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - timeLimit: The time that transfers have to end after the shutdown began. Defaults to 30 s.
    public init(_ session: Session, timeLimit: Duration = .seconds(30)) {
      self.session = session
      self.timeLimit = timeLimit
    }

    /// Waits for the shutdown, then for the transfers that run, and invalidates the session.
    public func run() async {
      // It throws if the task is cancelled, which ends the other wait, too.
      try? await gracefulShutdown()
      await session.invalidate(after: timeLimit)
    }
  }
#endif
