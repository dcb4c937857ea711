internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

extension TransferRunner {
  /// Performs a call, with retries by the session's policy.
  ///
  /// - Parameters:
  ///   - request: The request, before the configuration's adaptors.
  ///   - id: The transfer's identifier; `nil` for a new one.
  ///   - control: The control of the transfer's handle, if there is one.
  ///   - progress: The caller's observer of progress.
  ///   - relay: Replaces the function that exchanges report their progress to.
  ///   - work: Sends the request and processes the responses. Called once per attempt; transport errors while it reads
  ///     a body are retried too.
  func perform<Output>(
    _ request: Request, as id: TransferID? = nil, control: TransferControl? = nil,
    progress: TransferProgress.Report?,
    relay: (TransferProgress.Report?) -> TransferProgress.Report? = { $0 },
    _ work: (Attempt, TransferProgress.Report?) async throws -> Output
  ) async throws -> Output {
    try await reporting(to: progress) { report in
      let context = TransferContext(id: id ?? nextID, control: control, events: events, report: relay(report))
      context.post(request.redactedHead) { $0.didCreate($1, request: $2) }
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

  private func retrying<Output>(
    _ request: Request, _ context: TransferContext, _ work: (Attempt) async throws -> Output
  ) async throws -> Output {
    let start = ContinuousClock.now
    var count = 0
    while true {
      var adapted = request
      for adaptor in settings.configuration.adaptors { try await adaptor(&adapted) }
      let attempt = Attempt(runner: self, context: context, request: adapted, number: count, start: start)
      let retry: Session.Retry
      do {
        return try await work(attempt)
      } catch let wanted as Attempt.RetryWanted {
        retry = wanted.retry
      } catch let error as SessionError {
        guard let wanted = attempt.retry(adapted, after: .error(error)) else { throw error }
        retry = wanted
      }
      context.post { $0.willRetry($1, retry) }
      try await Task.sleep(for: retry.delay)
      count += 1
    }
  }

  /// Runs `work`, and reports its progress in a parallel task. A slow observer gets the newest update, and always the
  /// last one.
  private func reporting<Output>(
    to progress: TransferProgress.Report?, _ work: (TransferProgress.Report?) async throws -> Output
  ) async throws -> Output {
    guard let progress else { return try await work(nil) }
    let (updates, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let delivery: Void = {
      for await update in updates { progress(update) }
    }()
    defer { continuation.finish() }
    let output = try await work { continuation.yield($0) }
    continuation.finish()
    await delivery
    return output
  }

  /// Decodes a response, and reports the progress of reading its last bytes, after the end of the exchange.
  func output<Output>(
    of response: Response, _ decoder: ResponseDecoder<Output>, _ report: TransferProgress.Report?
  ) async throws -> Output {
    let output = try await response.value(
      decoding: decoder, upTo: settings.configuration.maximumBodyByteCount)
    report?(response.body.progress)
    return output
  }
}
