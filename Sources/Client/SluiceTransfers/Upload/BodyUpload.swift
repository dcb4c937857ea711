internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// An upload that can be resumed: sends the requests that an ``UploadMachine`` decides on, and keeps the record.
///
/// ```
///  run, once per attempt     the machine's next request ─► send ─► the machine's verdict ─┬─► the next request
///                                                           │                             ├─► the result
///                                                  interim responses ─► the record        └─► the next attempt
/// ```
///
/// An attempt ends with a failure that is retried. The transfer makes the next one after the delay.
final class BodyUpload: Sendable {
  /// The request, without retries by the transfer.
  let request: SessionRequest
  let options: ResumableUpload
  let original: any BodySource
  private let start = MonotonicInstant.now
  let progress: Lock<Progress>

  /// - Throws: A ``SessionError`` with the code `body-failed` for a body that can be read only once, or
  ///   `invalid-configuration` for a request without a body, and for a form that a server of tus would store.
  init(_ request: SessionRequest, _ options: ResumableUpload) throws(SessionError) {
    guard let body = request.body else {
      throw SessionError(.invalidConfiguration, message: "a resumable upload needs a body")
    }
    let type = request.head.headerFields[.contentType] ?? body.contentType
    if options.kind == .tus, !options.storesForms,
      type.flatMap({ try? MediaType(parsing: $0) })?.type == "multipart"
    {
      throw SessionError(
        .invalidConfiguration,
        message: """
          a server of tus stores what it receives as one file, a form with its boundaries; send the file itself, \
          or set storesForms
          """)
    }
    guard body.isReplayable else {
      throw SessionError(.bodyFailed, underlying: BodyError(.notReplayable))
    }
    let progress = Lock(Progress())
    var request = request
    request.options.retries = .never
    request.options.acceptsEarlyResponse = false
    // Otherwise, such a redirect would be an interruption, after which the server is asked.
    request.options.leavesBodyEarly = true
    request.options.didReceiveInterim = { head, url in
      progress.withLock { progress in
        do throws(SessionError) {
          try progress.change(after: head, from: url) { machine throws(SessionError) in
            try machine.didReceive(interim: head, from: url)
          }
        } catch {
          progress.failure = error
        }
        progress.interim?.yield()
      }
    }
    (self.request, self.options, original, self.progress) = (request, options, body, progress)
  }

  // The loop may keep the closure for interim responses longer than the upload.
  deinit { progress.withLock { $0 = Progress() } }

  // MARK: Attempts

  /// Makes an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - output: Returns the output of the last response. Errors of the transport are retried.
  /// - Returns: The output, or the retry of a failure.
  /// - Throws: A ``SessionError``; a ``ResponseError``; a ``BodyError`` of the record; a `CancellationError`.
  func run<Output: Sendable>(
    _ attempt: Attempt, output: (Attempt, SessionResponse) async throws -> Output
  ) async throws -> Attempt.Outcome<Output> {
    do {
      let upload = try await prepare(attempt)
      while true {
        let (next, target) = try step()
        let (request, isOwn) = try await request(next, to: target, of: upload, attempt)
        let content = progress.withLock { $0.machine?.currentContent }
        attempt.context.beginBody(after: content?.offset ?? sentByteCount, of: upload.identity.byteCount)
        guard let response = try await send(request, attempt, isOwnOrigin: isOwn) else {
          if let retry = try await adapt(attempt) { return .retry(retry) }
          continue
        }
        switch try verdict(on: response) {
        case .continues:
          await response.discard()
          await dropUnconfirmedResult()
          try await save()
        case .isResultIfWhole(let offset):
          // An earlier process has sent the last bytes without receiving the response.
          guard try await original.measured().byteCount == offset else {
            throw progress.withLock { $0.machine?.incomplete(offset) } ?? SessionError(.offsetMismatch)
          }
          fallthrough
        case .isResult:
          let result = try await result(of: response, attempt, output)
          await close(removing: true)
          return .value(result)
        case .isResultIfConfirmed:
          // It is read before the question, for which it could keep the connection.
          let result = try await unconfirmedResult(of: response, attempt, output)
          progress.withLock { progress in
            progress.unconfirmed = result
            progress.machine?.awaitConfirmation()
          }
          try await save()
        case .confirmsResult:
          await response.discard()
          await close(removing: true)
          return .value(try confirmedResult())
        case .isRefusal:
          if let retry = try await retry(after: response, attempt) { return .retry(retry) }
          let result = try await output(attempt, response)
          await close(removing: false)
          return .value(result)
        }
      }
    } catch let error as SessionError {
      let retry: Session.Retry?
      do {
        retry = try await nextRetry(after: .failure(error), attempt)
      } catch {
        await end()
        throw error
      }
      progress.withLock { $0.machine?.didFail() }
      try await save()
      if let retry { return .retry(retry) }
      // No later upload could resume after these.
      await close(removing: [.offsetMismatch, .digestMismatch, .uploadTooLarge].contains(error.code))
      throw error
    } catch {
      await end()
      throw error
    }
  }

  /// Saves the record, and releases it.
  private func end() async {
    try? await save()
    await close(removing: false)
  }

  /// Returns the machine's next request, and its URL, or `nil` for that of the caller.
  private func step() throws(SessionError) -> (UploadMachine.Request, RequestURL?) {
    let step = progress.withLock { progress in
      progress.machine.map { machine in
        var machine = machine
        let next = machine.next()
        progress.machine = machine
        return (next, machine.target)
      }
    }
    guard let step else { throw SessionError(.failed, message: "the upload has not started") }
    return step
  }

  private func verdict(on response: SessionResponse) throws(SessionError) -> UploadMachine.Verdict {
    let url = try RequestURL(response.url)
    // A redirect to a page, such as one to log in, says nothing about the body.
    if options.becameGet(response), response.head.status.kind == .successful {
      throw SessionError(.invalidResponse, message: "the upload was redirected to another page").at(
        url.redacted)
    }
    return try progress.withLock { progress throws(SessionError) in
      if let failure = progress.failure { throw failure }
      progress.hasLeftOrigin = response.redirects.contains { redirect in
        (try? RequestURL(of: redirect.request).origin) != progress.upload?.url.origin
      }
      return try progress.change(after: response.head, from: url) { machine throws(SessionError) in
        try machine.didReceive(response.head, from: url)
      } ?? .isRefusal
    }
  }

  private func result<Output: Sendable>(
    of response: SessionResponse, _ attempt: Attempt,
    _ output: (Attempt, SessionResponse) async throws -> Output
  ) async throws -> Output {
    do {
      return try await output(attempt, response)
    } catch let error as ResponseError {
      await close(removing: true)
      throw error
    }
  }

  // MARK: Results that the server is to confirm

  private func unconfirmedResult<Output: Sendable>(
    of response: SessionResponse, _ attempt: Attempt,
    _ output: (Attempt, SessionResponse) async throws -> Output
  ) async throws -> Result<any Sendable, any Error> {
    do {
      return .success(try await output(attempt, response))
    } catch let error as ResponseError {
      return .failure(error)
    }
  }

  private func confirmedResult<Output: Sendable>() throws -> Output {
    let result = progress.withLock { $0.unconfirmed.take() }
    guard let result, let value = try result.get() as? Output else { throw SessionError(.failed) }
    return value
  }

  /// Forgets a result, because the server lacks bytes.
  private func dropUnconfirmedResult() async {
    let result = progress.withLock { $0.unconfirmed.take() }
    if case .success(let response as SessionResponse)? = result { await response.discard() }
  }

  // MARK: Retries

  /// Returns the retry after a refusal, or `nil` if there is none.
  ///
  /// - Throws: A ``SessionError`` if there is none, and the status does not show it.
  private func retry(after response: SessionResponse, _ attempt: Attempt) async throws -> Session.Retry? {
    let retry = try await nextRetry(after: .success(response.head), attempt)
    progress.withLock { $0.machine?.didFail() }
    if retry != nil {
      await response.discard()
      try await save()
    } else if response.head.status.kind == .successful {
      throw SessionError(
        .invalidResponse, message: "the server accepted the requests, but none of their bytes")
    }
    return retry
  }

  /// Continues after a request that was stopped because it is larger than the server allows.
  ///
  /// - Returns: The retry, or `nil` if this is the first one without progress.
  /// - Throws: A ``SessionError`` if there were too many.
  private func adapt(_ attempt: Attempt) async throws -> Session.Retry? {
    let isFirst = progress.withLock { progress in
      let isFirst = progress.machine?.adapt() ?? false
      if isFirst { progress.machine?.interrupt() }
      return isFirst
    }
    if isFirst { return nil }
    let retry = try await nextRetry(after: .success(HTTPResponse(status: .contentTooLarge)), attempt)
    guard let retry else {
      throw SessionError(
        .invalidResponse, message: "the server keeps lowering its limit for a request")
    }
    progress.withLock { $0.machine?.didFail() }
    try await save()
    return retry
  }

  /// Returns the retry after a result, or `nil` if there is none.
  private func nextRetry(
    after result: Result<HTTPResponse, SessionError>, _ attempt: Attempt
  ) async throws -> Session.Retry? {
    guard let machine = progress.withLock({ $0.machine }) else { return nil }
    var policy = options.retries
    policy.statuses.formUnion([409, 423, 460])
    // A smaller request may be accepted.
    if machine.exceedsLimit { policy.statuses.insert(413) }
    if case .success(let response) = result, response.status.kind == .successful {
      policy.statuses.insert(response.status.code)
    }
    // The server has responded before it had the whole content. It is asked how much of it there is.
    policy.errors.insert(.earlyResponse)
    // Reports of progress are limited for each request only.
    if case .failure(let error) = result, error.underlying is InterimLimit {
      policy.errors.insert(error.code)
    }
    if machine.isRepeatable { policy.methods = nil }
    var request = attempt.request
    request.body = original
    return try await attempt.retry(
      after: .init(
        of: request, with: result, retryCount: machine.failureCount, elapsed: .now - start),
      by: policy)
  }

  // MARK: Exchanges

  /// Sends a request, and meanwhile processes the interim responses to it.
  ///
  /// - Returns: The response, or `nil` if the request was ended because it is larger than the server allows.
  private func send(_ request: SessionRequest, _ attempt: Attempt, isOwnOrigin: Bool) async throws
    -> SessionResponse?
  {
    let (interims, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    progress.withLock { $0.interim = continuation }
    defer { progress.withLock { $0.interim = nil } }
    let response = try await withThrowingTaskGroup { group in
      group.addTask { try await attempt.send(request, isOwnOrigin: isOwnOrigin) as SessionResponse? }
      group.addTask { [self] in
        for await _ in interims {
          let (failure, isTooLarge) = progress.withLock { ($0.failure, $0.machine?.exceedsLimit ?? false) }
          if let failure { throw failure }
          if isTooLarge { break }
          let start = MonotonicInstant.now
          try await save()
          try await Task.sleep(for: CheckpointPace.pause(after: .now - start, atLeast: .milliseconds(250)))
        }
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    try Task.checkCancellation()
    return response
  }

  /// Returns a request of the machine, and whether it goes to the caller's own origin.
  ///
  /// - Parameters:
  ///   - next: The request.
  ///   - target: The URL, or `nil` for that of the caller.
  /// - Throws: A ``SessionError`` with the code `body-failed` if the body has changed; the errors of the policy for
  ///   redirects if the URL is at another origin.
  private func request(
    _ next: UploadMachine.Request, to target: RequestURL?, of upload: Prepared, _ attempt: Attempt
  ) async throws -> (SessionRequest, isOwnOrigin: Bool) {
    let request = try await request(next, of: upload, attempt)
    guard let target else { return (request, true) }
    let origin = progress.withLock { $0.origin(of: target) }
    return try await attempt.following(request, to: target, named: origin, from: upload.url)
  }

  /// Sets the content type of a body, which may have another boundary than the caller's body.
  func setContentType(of body: any BodySource, in head: inout HTTPRequest) throws(SessionError) {
    try SessionError.ofBody {
      _ = try SessionRequest(head, body: original).contentType(in: head.headerFields)
      let named = head.headerFields[.contentType].flatMap { try? MediaType(parsing: $0) }
      if original.contentType != nil, named?["boundary"] != nil { head.headerFields[.contentType] = nil }
      head.headerFields[.contentType] = try SessionRequest(head, body: body).contentType(
        in: head.headerFields)
    }
  }

  private func request(
    _ next: UploadMachine.Request, of upload: Prepared, _ attempt: Attempt
  ) async throws -> SessionRequest {
    // Bytes in memory do not change.
    if progress.withLock({ $0.machine?.currentContent }) != nil, !upload.identity.files.isEmpty {
      try await withTaskExecutorPreference(BlockingExecutor.shared) {
        try SessionError.ofBody { try upload.body.check(is: upload.identity) }
      }
    }
    var head = attempt.request.head
    let dialect = options.dialect
    if case .create(let content) = next {
      try setContentType(of: upload.body, in: &head)
      dialect.create(try await withDigest(content, upload), of: UploadedFile(upload.identity), in: &head)
      return try SessionRequest(head, body: slice(content, upload))
    }
    head.headerFields = head.headerFields.withoutBody
    switch next {
    case .create: break
    case .describe, .ask:
      head.method = next == .ask ? .head : .options
      dialect.addVersion(to: &head.headerFields)
    case .append(let content):
      head.method = .patch
      dialect.append(try await withDigest(content, upload), in: &head.headerFields)
      return try SessionRequest(head, body: slice(content, upload) ?? BytesSource([]))
    }
    return SessionRequest(head)
  }

  /// Returns the bytes that a request sends, or `nil` if there are none.
  private func slice(_ content: UploadContent, _ upload: Prepared) throws(SessionError) -> (any BodySource)? {
    if content.byteCount == 0, upload.identity.byteCount != 0 { return nil }
    return try SessionError.ofBody {
      try UnchangedSlice(
        of: upload.body, from: content.offset, upTo: content.byteCount, identity: upload.identity,
        didRead: { [progress] count in progress.withLock { $0.machine?.didRead(count) } })
    }
  }

  private func withDigest(_ content: UploadContent, _ upload: Prepared) async throws -> UploadContent {
    guard options.sendsDigests, content.byteCount ?? 0 > 0, let slice = try slice(content, upload) else {
      return content
    }
    var content = content
    do {
      content.digest = try await slice.sha256().bytes
    } catch {
      throw error is CancellationError ? error : SessionError(.bodyFailed, underlying: error)
    }
    return content
  }

  private var sentByteCount: Int64 { progress.withLock { $0.machine?.sentByteCount ?? 0 } }
}
