/// An event that occurs repeatedly, and that a single task waits for. Events before the wait are merged into one.
struct WakeUp: Sendable {
  private let events: AsyncStream<Void>
  private let sender: AsyncStream<Void>.Continuation

  init() { (events, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Resumes the waiting task, or lets the next wait return at once.
  func fire() { sender.yield() }

  /// Suspends until the event occurs, the time has passed, or the task is cancelled.
  ///
  /// - Parameter limit: The maximum time to wait. Defaults to `nil`, for no limit.
  func wait(atMost limit: Duration? = nil) async {
    let timer = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        fire()
      }
    }
    defer { timer?.cancel() }
    var iterator = events.makeAsyncIterator()
    await iterator.next()
  }
}
