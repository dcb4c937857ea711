internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import Synchronization

extension Session {
  typealias Report = @Sendable (TransferProgress) -> Void

  /// Makes something of a request, again where that fails and may be retried.
  ///
  /// - Parameters:
  ///   - relay: what exchanges report to, in place of what is told of their progress.
  ///   - work: sends the request, or others, and makes something of the responses. Called anew for each try; errors of the
  ///     transport while it reads a body are retried too.
  func perform<Output>(
    _ request: Request, as id: TransferID? = nil, control: TransferControl? = nil, progress: Report?,
    relay: (Report?) -> Report? = { $0 },
    _ work: (Attempt, Report?) async throws -> Output
  ) async throws -> Output {
    try await reporting(to: progress) { report in
      let context = TransferContext(id: id ?? nextID, control: control, events: events, report: relay(report))
      context.post(request.redactedHead) { $0.created($1, request: $2) }
      do {
        let output = try await self.retrying(request, context) { try await work($0, report) }
        context.settle()
        await context.flush()
        return output
      } catch {
        context.fail(error)
        await context.flush()
        throw error
      }
    }
  }

  var nextID: TransferID { TransferID(number: lastTransfer.add(1, ordering: .relaxed).newValue) }

  private func retrying<Output>(
    _ request: Request, _ context: TransferContext, _ work: (Attempt) async throws -> Output
  ) async throws -> Output {
    let start = ContinuousClock.now
    var count = 0
    while true {
      var adapted = request
      for adaptor in settings.configuration.adaptors { try await adaptor(&adapted) }
      let attempt = Attempt(session: self, context: context, request: adapted, number: count, start: start)
      let retry: Retry
      do {
        return try await work(attempt)
      } catch let wanted as Attempt.RetryWanted {
        retry = wanted.retry
      } catch let error as SessionError {
        guard let wanted = attempt.retry(adapted, after: .error(error)) else { throw error }
        retry = wanted
      }
      context.post { $0.retried($1, retry) }
      try await Task.sleep(for: retry.delay)
      count += 1
    }
  }

  /// Runs `work` and tells `progress` of it in a task beside it: the newest where it cannot keep up, the last always.
  private func reporting<Output>(
    to progress: Report?, _ work: (Report?) async throws -> Output
  ) async throws -> Output {
    guard let progress else { return try await work(nil) }
    let (updates, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let told: Void = {
      for await update in updates { progress(update) }
    }()
    defer { continuation.finish() }
    let output = try await work { continuation.yield($0) }
    continuation.finish()
    await told
    return output
  }
}
