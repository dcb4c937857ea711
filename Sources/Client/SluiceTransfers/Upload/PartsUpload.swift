internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// An upload of a body in parts, several at a time.
///
/// ```
///  missing parts ─► worker 1 ─┬─ the caller's closure ─► request ─► 2xx ─► finished parts ─► the list
///                ─► worker 2 ─┤        ▲                    │                    │
///                ─► worker 3 ─┘        └───── a retry ◄─────┘                    └─► the record
/// ```
///
/// Each part is a transfer of its own, with retries by its policy. If one fails, all end.
struct PartsUpload: Sendable {
  /// The parts that this upload sends.
  enum Extent: Sendable {
    /// All parts. The size is the number of bytes of each but the last, or `nil` for that of the record or the limits.
    case whole(size: Int64?)
    case share(Share)
  }

  /// Some parts of a plan.
  struct Share: Sendable {
    let plan: UploadPlan
    let numbers: ClosedRange<Int>
    /// The results of an earlier upload.
    let earlier: [UploadedPart]
    /// Called with each part that has been sent, or `nil` for nothing.
    let didSend: (@Sendable (UploadedPart) async throws -> Void)?
  }

  private let body: any BodySource
  private let byteCount: Int64
  private let extent: Extent
  private let store: PartStore
  private let runner: TransferRunner

  /// - Parameters:
  ///   - extent: The parts to send.
  ///   - body: The body.
  ///   - store: The store that takes them.
  ///   - runner: The runner of the session.
  /// - Throws: A ``SessionError`` with the code `body-failed` or `invalid-configuration`.
  init(
    _ extent: Extent, of body: any BodySource, to store: PartStore, in runner: TransferRunner
  ) throws(SessionError) {
    byteCount = try Self.byteCount(of: body)
    switch extent {
    case .whole(size: let size?): _ = try store.limits.partCount(of: byteCount, size: size)
    case .share where store.record != nil || store.completing != nil:
      throw SessionError(
        .invalidConfiguration,
        message:
          "a store that receives some parts of a plan must have no record and no completion; pass the parts "
          + "that were sent before with `after`, and complete the upload with the results of all machines")
    default: break
    }
    (self.extent, self.body, self.store, self.runner) = (extent, body, store, runner)
  }

  /// Returns the size of a body that can be uploaded in parts.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed` or `invalid-configuration`.
  static func byteCount(of body: any BodySource) throws(SessionError) -> Int64 {
    let byteCount = try SessionError.ofBody { try body.byteCount }
    guard body.isReplayable else {
      throw SessionError(.bodyFailed, underlying: BodyError(.notReplayable))
    }
    guard let byteCount else {
      throw SessionError(
        .invalidConfiguration, message: "an upload in parts requires a body of known size")
    }
    return byteCount
  }

  /// Returns a request without a URL, which stands for those of all parts.
  static func wholeRequest(_ body: some BodySource) -> SessionRequest {
    SessionRequest(HTTPRequest(method: .put, scheme: nil, authority: nil, path: nil), body: body)
  }

  /// Sends the parts that the record does not have.
  ///
  /// - Parameters:
  ///   - control: The control of the transfer's handle. Defaults to `nil`.
  ///   - progress: The observer of the progress. Defaults to `nil`.
  /// - Returns: All parts in order.
  func run(
    _ control: TransferControl? = nil, progress: TransferProgress.Report? = nil
  ) async throws -> [UploadedPart] {
    let call = Call(Self.wholeRequest(body), control: control, progress: progress)
    return try await runner.observing(call) { try await run($0) }
  }

  private func run(_ context: TransferContext) async throws -> [UploadedPart] {
    var plan = try await withTaskExecutorPreference(BlockingExecutor.shared) { try open() }
    if let record = store.record { try await identify(&plan, record, context) }
    let tally = try PartsTally(plan, context)
    do {
      try await send(plan, tally)
      // The parts would be those of several versions of a file.
      try await withTaskExecutorPreference(BlockingExecutor.shared) { try plan.checkForChanges() }
      try await plan.save(tally)
      if let complete = store.completing {
        try await runner.invalidation.limiting { try await complete(tally.parts) }
      }
    } catch {
      try? await plan.save(tally)
      throw error
    }
    plan.file?.remove()
    let parts = tally.parts
    context.post(parts) { $0.didProduce($1, value: $2, decoder: nil) }
    return parts
  }

  // MARK: The body and the record

  /// Divides the body.
  private func open() throws -> DividedBody {
    switch extent {
    case .whole(let size): try open(size)
    case .share(let share): try open(share)
    }
  }

  /// Opens the record, and divides the body as it says.
  private func open(_ requested: Int64?) throws -> DividedBody {
    let file = try store.record.map { try Checkpoint<PartsRecord>.ofUpload(at: $0) }
    guard let record = store.record, let file, let earlier = file.earlier else {
      let size = requested ?? store.limits.partByteCount(for: byteCount)
      let count = try store.limits.partCount(of: byteCount, size: size)
      return DividedBody(
        body: body, identity: try identity(of: body), size: size, numbers: 1...count, shared: nil,
        drawn: body.randomTextsIfAny, file: file)
    }
    var drawn = earlier.drawn[...]
    let body = body.withRandomTextsIfAny(&drawn)
    let identity = try identity(of: body)
    if let identity, identity != earlier.body {
      throw SessionError.changedBody(identity.changed(since: earlier.body), recordedAt: record)
    }
    if let size = requested, size != earlier.partByteCount {
      throw Self.refusal(of: record, "in parts of \(earlier.partByteCount) bytes, not \(size)")
    }
    let count = try store.limits.partCount(of: byteCount, size: earlier.partByteCount)
    guard earlier.parts.last?.number ?? 1 <= count else {
      throw Self.refusal(of: record, "with more parts")
    }
    return DividedBody(
      body: body, identity: identity, size: earlier.partByteCount, numbers: 1...count, shared: nil,
      drawn: earlier.drawn, file: file)
  }

  /// Divides the body as a plan says.
  private func open(_ share: Share) throws(SessionError) -> DividedBody {
    let (identity, plan) = (try identity(of: body), share.plan)
    try plan.check(byteCount, identity)
    try plan.division.check(share.numbers, noun: UploadedPart.noun)
    var parts = DividedBody(
      body: body, identity: identity, size: plan.partByteCount, numbers: share.numbers, shared: plan,
      drawn: [], file: nil)
    parts.finish(try plan.accept(share.earlier, needsETags: store.limits.needsETags))
    return parts
  }

  /// Checks that the record, if there is one, is that of this upload, and takes its parts.
  ///
  /// Without an identifier of the store, the upload is identified by the URL of its first part, whose request is
  /// therefore made now.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record`; the errors of the caller's closure.
  private func identify(
    _ plan: inout DividedBody, _ record: String, _ context: TransferContext
  ) async throws {
    if let id = store.uploadID {
      plan.uploadID = SHA256.hexDigest(of: id)
    } else {
      let part = try plan.part(1)
      let (request, url) = try await numbering(1) {
        let request = try await partRequests(of: part, nil, context).next()
        return (request, try runner.settings.base.url(of: request.head))
      }
      (plan.firstRequest, plan.uploadID) = (request, SHA256.hexDigest(of: url.uploadIdentifier))
    }
    guard let earlier = plan.file?.earlier else { return }
    guard let uploadID = earlier.uploadID else {
      throw Self.refusal(
        of: record,
        "of version 0.2, and does not say to which upload its parts belong")
    }
    guard uploadID == plan.uploadID else { throw Self.refusal(of: record, "to another target") }
    try plan.finish(earlier.parts, needsETags: store.limits.needsETags)
  }

  private static func refusal(of path: String, _ reason: String) -> SessionError {
    SessionError(
      .invalidRecord, message: "\(path) is the record of an upload \(reason); remove it to start again")
  }

  /// - Throws: A ``SessionError`` with the code `body-failed`; its underlying error is `no-identity` if the body cannot
  ///   be recognized later, though there is a record.
  private func identity(of body: any BodySource) throws(SessionError) -> BodyIdentity? {
    try SessionError.ofBody {
      let identity = try body.identity()
      if identity == nil, store.record != nil { throw BodyError(.noIdentity) }
      return identity
    }
  }

  // MARK: The requests

  /// Sends all parts, and meanwhile keeps the record.
  private func send(_ plan: DividedBody, _ tally: PartsTally) async throws {
    let save: @Sendable () async throws -> Void = {
      for await _ in tally.changes {
        let start = MonotonicInstant.now
        try await plan.save(tally)
        try await Task.sleep(for: CheckpointPace.pause(after: .now - start))
      }
    }
    let workers = min(max(1, store.maximumConcurrentCount), plan.numbers.count)
    try await withWorkers(workers, beside: plan.file == nil ? nil : save) { _ in
      while let number = tally.next() {
        let part = try await numbering(number) { try await send(number, of: plan, tally) }
        tally.finish(part)
        if case .share(let share) = extent, let didSend = share.didSend {
          try await runner.invalidation.limiting { try await didSend(part) }
        }
      }
    }
    try Task.checkCancellation()
  }

  /// Sends a part, with retries.
  private func send(_ number: Int, of plan: DividedBody, _ tally: PartsTally) async throws -> UploadedPart {
    let part = try plan.part(number)
    let requests = partRequests(of: part, number == 1 ? plan.firstRequest : nil, tally.context)
    let first = try await requests.next()
    try check(first, of: number, tally)
    var call = Call(first, nestedIn: tally.context)
    call.renewal = { try await requests.next($0) }
    // Without an observer, no bytes would be counted.
    call.progress = { tally.didSend($0.sentBodyByteCount, of: part) }
    let head = try await runner.perform(call, deciding: { try await Self.send($0, requests) })
    let fields = try UploadedPart.fields(of: head.headerFields, keeping: store.keptFields)
    if store.limits.needsETags, !fields.hasETag {
      throw SessionError(
        .invalidResponse,
        message: "the store accepted a part without an ETag (PartStore.Limits.needsETags)")
    }
    return UploadedPart(part, fields: fields)
  }

  /// Checks that no other part has the same target.
  private func check(_ request: SessionRequest, of number: Int, _ tally: PartsTally) throws(SessionError) {
    let url = try runner.settings.base.url(of: request.head)
    guard let other = tally.targets.insert(number, request.head, at: url) else { return }
    throw SessionError(
      .invalidConfiguration,
      message: "the part has the URL of part \(other), which it would replace")
  }

  private func partRequests(
    of part: UploadPart, _ first: SessionRequest?, _ context: TransferContext
  ) -> PartRequests {
    let (timeout, invalidation) = (runner.settings.configuration.timeout, runner.invalidation)
    let pauses = context.control?.pauses
    return PartRequests(part, first, store) {
      Deadline(after: timeout, pauses: pauses, invalidation: invalidation)
    }
  }

  /// Sends the request of an attempt, which is retried with a new one after a refusal.
  private static func send(
    _ attempt: Attempt, _ requests: PartRequests
  ) async throws -> Attempt.Outcome<HTTPResponse> {
    let response = try await attempt.send(attempt.request)
    let status = response.head.status
    if [401, 403].contains(status.code), try await requests.renew(after: attempt.number) {
      await response.discard()
      return .retry(.init(number: attempt.number + 1, delay: .zero, reason: .status(status)))
    }
    let output = try await attempt.output(.withHead(.ignored), of: response)
    // After a redirect to a page, it is the page that the response is about.
    guard response.request.method == attempt.request.head.method,
      !response.redirects.contains(where: { $0.isReplacement(response.request, ofBody: true) })
    else {
      throw SessionError(.invalidResponse, message: "a part was redirected to another page")
    }
    return .value(output.head)
  }
}

/// The requests of one part: the first, and those of its retries.
private final class PartRequests: Sendable {
  private struct State {
    /// The request that has been made before, or `nil` if it has been sent.
    var first: SessionRequest?
    /// The head of the request that was sent last.
    var sent: HTTPRequest?
    /// The request that takes the place of a refused one.
    var renewed: SessionRequest?
    /// Whether the last request was a renewed one.
    var isRenewed = false
  }

  private let part: UploadPart
  private let store: PartStore
  private let deadline: @Sendable () -> Deadline
  private let state: Lock<State>

  /// - Parameters:
  ///   - part: The part.
  ///   - first: The first request, or `nil` if it is still to be made.
  ///   - store: Makes a request, and has its policy for retries.
  ///   - deadline: Returns the time until which a request that is made now must be ready.
  init(
    _ part: UploadPart, _ first: SessionRequest?, _ store: PartStore,
    until deadline: @escaping @Sendable () -> Deadline
  ) {
    state = Lock(State(first: first, sent: first?.head))
    (self.part, self.store, self.deadline) = (part, store, deadline)
  }

  /// Returns the next request.
  ///
  /// - Parameter retryCount: The number of requests before. Defaults to 0.
  func next(_ retryCount: Int = 0) async throws -> SessionRequest {
    let known = state.withLock { state -> SessionRequest? in
      state.isRenewed = state.renewed != nil
      return state.renewed.take() ?? state.first.take()
    }
    if let known { return known }
    let next = try await request(retryCount)
    state.withLock { $0.sent = next.head }
    return next
  }

  /// Makes another request after one was refused, possibly because its signature had expired.
  ///
  /// - Parameter number: The number of requests before the refused one.
  /// - Returns: Whether there is one: it differs from the refused one, which was not made in this way itself.
  func renew(after number: Int) async throws -> Bool {
    if state.withLock({ $0.isRenewed }) { return false }
    let other = try await request(number + 1)
    return state.withLock { state -> Bool in
      guard other.head != state.sent else { return false }
      (state.sent, state.renewed) = (other.head, other)
      return true
    }
  }

  private func request(_ retryCount: Int) async throws -> SessionRequest {
    var part = part
    part.retryCount = retryCount
    // The caller's code may ignore that the upload is cancelled.
    var request = try await deadline().limiting { [part, store] in try await store.request(part) }
    if request.body == nil { request.body = part.body }
    request.options.retries = request.options.retries ?? store.retries
    request.options.acceptsEarlyResponse = false
    return request
  }
}
