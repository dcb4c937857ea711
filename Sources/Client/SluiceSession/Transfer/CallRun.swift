internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

/// A call while it runs: its observers, and its attempts, one after the other.
///
/// ```
///  init ──► nextAttempt() ──► succeeds ──────────────────────────────► end()
///                ▲            fails ──► waitForRetry ──► no retry ───► end(throwing:)
///                └──────────────────────────┘
/// ```
struct CallRun {
  let context: TransferContext
  private var call: Call
  private let runner: TransferRunner
  /// The task that calls the observer of the progress, or `nil` if there is none.
  private var delivery: Task<Void, Never>?
  private let start = MonotonicInstant.now
  /// The number of the next attempt, from 0.
  private var number = 0
  /// The deadline of the last attempt.
  private var deadline = Deadline.never

  init(_ call: Call, in runner: TransferRunner) {
    (self.call, self.runner) = (call, runner)
    context = TransferContext(call, events: runner.events, activity: runner.activity)
    if let observer = call.progress {
      // The observer of a part is a sum, which does not block.
      if call.isPart {
        context.hub?.add(.function(observer))
      } else {
        delivery = context.hub?.deliver(to: observer)
      }
    }
    context.post(ObservedRequest(call.request.head)) {
      $0.didCreate($1, request: $2.head(showing: $0.queries))
    }
    if context.isMonitored { call.handle?.announce { context.post { $0.didSuspend($1) } } }
  }

  /// Whether monitors, an observer of the progress or a handle are notified of the end.
  var isObserved: Bool { context.isEndNotified || call.progress != nil }

  /// Begins an attempt.
  mutating func nextAttempt() -> Attempt {
    let policy = runner.settings.policy(for: call.request)
    deadline = runner.deadline(policy, context)
    return Attempt(
      runner: runner, context: context, request: call.request, policy: policy, deadline: deadline,
      number: number, start: start)
  }

  /// Waits until the next attempt, if there is one.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that has failed.
  ///   - error: Its error.
  /// - Throws: The error of the call, if there is no other attempt. The call has ended then.
  mutating func waitForRetry(of attempt: Attempt, after error: any Error) async throws {
    do {
      var retry = try await attempt.retry(after: error)
      if try await waitForNetwork(retry, attempt) {
        retry = Session.Retry(number: retry.number, delay: .zero, reason: retry.reason)
      }
      context.post(retry.redacted) { $0.willRetry($1, $2) }
      try await runner.invalidation.limiting { [delay = retry.delay] in try await Task.sleep(for: delay) }
      number += 1
      if let renewal = call.renewal { call.request = try await renewal(number) }
    } catch {
      await end(throwing: error)
      throw error
    }
  }

  /// Waits for a route if an attempt failed because there was none.
  ///
  /// - Returns: Whether it did.
  private func waitForNetwork(_ retry: Session.Retry, _ attempt: Attempt) async throws -> Bool {
    guard let limit = retry.networkWait, limit > .zero, case .error(let error) = retry.reason,
      let url = try? error.url.map({ try RequestURL($0) }) ?? RequestURL(of: attempt.request.head),
      let (host, port) = runner.settings.configuration.nextHop(to: url.origin)
    else { return false }
    return try await runner.invalidation.limiting { [network = runner.network] in
      try await network.waitForRoute(to: host, port, atMost: limit)
    }
  }

  /// Ends the call, and reports it to the observers.
  ///
  /// - Parameter error: The error of the call. Defaults to `nil`, for none.
  func end(throwing error: (any Error)? = nil) async {
    if let error { context.fail(error) } else { context.settle() }
    if context.isMonitored { await context.flush(until: deadline) }
    if call.handle == nil { context.hub?.end() }
    if let delivery { await deadline.waiting { await delivery.value } }
  }
}
