internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import Synchronization

extension Session {
  typealias Report = @Sendable (TransferProgress) -> Void

  /// Sends a request, again where it fails and may be retried, and makes something of the response.
  ///
  /// - Parameter use: called anew for each response that is not retried; errors of the transport while it reads the body are
  ///   retried too.
  func perform<Output>(
    _ request: Request, as id: TransferID? = nil, control: TransferControl? = nil, progress: Report?,
    _ use: (Response, Report?) async throws -> Output
  ) async throws -> Output {
    try await reporting(to: progress) { report in
      let context = TransferContext(id: id ?? nextID, control: control, events: events, report: report)
      do {
        let output = try await self.retrying(request, context) { try await use($0, report) }
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
    _ request: Request, _ context: TransferContext, _ use: (Response) async throws -> Output
  ) async throws -> Output {
    let start = ContinuousClock.now
    var spent = RetryPolicy.Spent()
    if events != nil {
      let head = request.redactedHead
      context.post { $0.created($1, request: head) }
    }
    while true {
      var adapted = request
      for adaptor in configuration.adaptors { try await adaptor(&adapted) }
      let retry: Retry
      do {
        let response = try await attempt(adapted, context)
        spent.time = .now - start
        guard
          let next = self.retry(adapted, after: .status(response.head.status), response.head, spent)
        else { return try await use(response) }
        await response.discard()
        retry = next
      } catch let error as SessionError {
        spent.time = .now - start
        guard let next = self.retry(adapted, after: .error(error), nil, spent) else { throw error }
        retry = next
      }
      context.post { $0.retried($1, retry) }
      try await Task.sleep(for: retry.delay)
      spent.count += 1
    }
  }

  private func retry(
    _ request: Request, after reason: Retry.Reason, _ response: HTTPResponse?, _ spent: RetryPolicy.Spent
  ) -> Retry? {
    configuration.retries.retry(
      request.head, hasReplayableBody: request.body?.isReplayable ?? true, after: reason, response: response,
      spent: spent, now: .now, chance: .random(in: 0..<1))
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
