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
  let request: Request
  private let options: ResumableUpload
  private let original: any BodySource
  private let start = MonotonicInstant.now
  private let progress: Lock<Progress>

  /// - Throws: A ``SessionError`` with the code `body-failed` for a body that can be read only once, or
  ///   `invalid-configuration` for a request without a body.
  init(_ request: Request, _ options: ResumableUpload) throws(SessionError) {
    guard let body = request.body else {
      throw SessionError(.invalidConfiguration, message: "a resumable upload needs a body")
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
    _ attempt: Attempt, output: (Attempt, Response) async throws -> Output
  ) async throws -> Attempt.Outcome<Output> {
    do {
      let upload = try await prepare(attempt)
      while true {
        let (next, target) = try step()
        let (request, isOwn) = try await request(next, to: target, of: upload, attempt)
        let content = progress.withLock { $0.machine?.currentContent }
        attempt.context.beginBody(after: content?.offset ?? confirmed, of: upload.identity.byteCount)
        guard let response = try await send(request, attempt, isOwnOrigin: isOwn) else {
          if let retry = try await adapt(attempt) { return .retry(retry) }
          continue
        }
        switch try verdict(on: response) {
        case .continues:
          await response.discard()
          try await save()
        case .isResult:
          let result = try await result(of: response, attempt, output)
          await close(removing: true)
          return .value(result)
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

  private func verdict(on response: Response) throws(SessionError) -> UploadMachine.Verdict {
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
    of response: Response, _ attempt: Attempt, _ output: (Attempt, Response) async throws -> Output
  ) async throws -> Output {
    do {
      return try await output(attempt, response)
    } catch let error as ResponseError {
      await close(removing: true)
      throw error
    }
  }

  // MARK: Retries

  /// Returns the retry after a refusal, or `nil` if there is none.
  ///
  /// - Throws: A ``SessionError`` if there is none, and the status does not show it.
  private func retry(after response: Response, _ attempt: Attempt) async throws -> Session.Retry? {
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
  private func send(_ request: Request, _ attempt: Attempt, isOwnOrigin: Bool) async throws -> Response? {
    let (interims, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    progress.withLock { $0.interim = continuation }
    defer { progress.withLock { $0.interim = nil } }
    let response = try await withThrowingTaskGroup { group in
      group.addTask { try await attempt.send(request, isOwnOrigin: isOwnOrigin) as Response? }
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
  ) async throws -> (Request, isOwnOrigin: Bool) {
    let request = try await request(next, of: upload, attempt)
    guard let target else { return (request, true) }
    let origin = progress.withLock { $0.origin(of: target) }
    return try await attempt.following(request, to: target, named: origin, from: upload.url)
  }

  /// Sets the content type of a body, which may have another boundary than the caller's body.
  private func setContentType(of body: any BodySource, in head: inout HTTPRequest) throws(SessionError) {
    try SessionError.ofBody {
      _ = try Request(head, body: original).contentType(in: head.headerFields)
      let named = head.headerFields[.contentType].flatMap { MediaType($0) }
      if original.contentType != nil, named?["boundary"] != nil { head.headerFields[.contentType] = nil }
      head.headerFields[.contentType] = try Request(head, body: body).contentType(in: head.headerFields)
    }
  }

  private func request(
    _ next: UploadMachine.Request, of upload: Prepared, _ attempt: Attempt
  ) async throws -> Request {
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
      return try Request(head, body: slice(content, upload))
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
      return try Request(head, body: slice(content, upload) ?? BytesSource([]))
    }
    return Request(head)
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
    content.digest = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      do {
        return try await slice.sha256()
      } catch {
        throw error is CancellationError ? error : SessionError(.bodyFailed, underlying: error)
      }
    }
    return content
  }

  // MARK: The body and the record

  private var confirmed: Int64 { progress.withLock { $0.machine?.confirmed ?? 0 } }

  /// Opens the record before the first attempt, and checks before each one that the body is still what it was.
  private func prepare(_ attempt: Attempt) async throws -> Prepared {
    var head = attempt.request.head
    try setContentType(of: original, in: &head)
    return try await withTaskExecutorPreference(BlockingExecutor.shared) { [self] in
      if let upload = progress.withLock({ $0.upload }) {
        try SessionError.ofBody { try upload.body.check(is: upload.identity) }
        return upload
      }
      let url = try attempt.runner.settings.base.url(of: attempt.request.head)
      let file = try Checkpoint<UploadRecord>.ofUpload(at: options.record)
      let upload: Prepared
      let machine: UploadMachine
      if let record = file.earlier {
        let (resource, origin) = try options.target(of: record, request.head.method, url)
        var drawn = record.drawn[...]
        let body = original.withRandomTextsIfAny(&drawn)
        try SessionError.ofBody { try body.check(is: record.body) }
        machine = try UploadMachine(
          options, byteCount: record.body.byteCount, resource: resource, confirmed: record.offset)
        upload = Prepared(body: body, identity: record.body, drawn: record.drawn, url: url, file: file)
        progress.withLock { $0.origin = origin }
      } else {
        let identity = try SessionError.ofBody {
          guard let identity = try original.identity() else { throw BodyError(.noIdentity) }
          return identity
        }
        machine = try UploadMachine(options, byteCount: identity.byteCount)
        upload = Prepared(
          body: original, identity: identity, drawn: original.randomTextsIfAny, url: url, file: file)
      }
      progress.withLock { ($0.upload, $0.machine, $0.saved) = (upload, machine, file.earlier) }
      return upload
    }
  }

  /// Writes the record, if the server has given a URL to the upload and something has changed.
  private func save() async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { [self] in
      let (upload, url, offset, isOwn, saved) = progress.withLock {
        ($0.upload, $0.machine?.resource, $0.machine?.confirmed, $0.origin?.isOwn, $0.saved)
      }
      guard let upload, let url, let offset else { return }
      let record = UploadRecord(
        protocol: options.protocolName, request: UploadRecord.digest(of: request.head.method, upload.url),
        url: url.text, offset: offset, body: upload.identity, drawn: upload.drawn, isOwnOrigin: isOwn)
      guard record != saved else { return }
      try upload.file.save(record)
      progress.withLock { $0.saved = record }
    }
  }

  /// Releases the record.
  private func close(removing: Bool) async {
    await withTaskExecutorPreference(BlockingExecutor.shared) { [self] in
      let upload = progress.withLock { progress in
        defer { progress.upload = nil }
        return progress.upload
      }
      if removing { upload?.file.remove() }
    }
  }
}
