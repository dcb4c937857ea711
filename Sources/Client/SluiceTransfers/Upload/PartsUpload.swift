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
  /// Makes the request of a part.
  typealias RequestMaker = @Sendable (UploadPart) async throws -> Request

  /// The parts that this upload sends.
  enum Extent: Sendable {
    case whole(Whole)
    case share(Share)

    /// The path of the record, and the store's identifier of the upload, or `nil` for no record.
    fileprivate var record: (path: String, uploadID: String?)? {
      if case .whole(let whole) = self { whole.record } else { nil }
    }
  }

  /// All parts of a body.
  struct Whole: Sendable {
    /// The number of bytes of each part but the last, or `nil` for that of the record or the limits.
    let size: Int64?
    /// The sizes and the number of parts that the store accepts.
    let limits: UploadPart.Limits
    /// The path of the record, and the store's identifier of the upload, or `nil` for no record.
    let record: (path: String, uploadID: String?)?
    /// Completes the upload, before the record is removed. `nil` for nothing.
    let complete: (@Sendable ([UploadedPart]) async throws -> Void)?
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

  /// The requests for all parts.
  struct Requests: Sendable {
    /// The maximum number of simultaneous requests.
    let workers: Int
    /// Whether a response without an ETag is an error.
    let needsETags: Bool
    /// The names of fields of the responses to keep.
    let keptFields: Set<HTTPField.Name>
    /// The policy for retries of requests without their own.
    let retries: Session.RetryPolicy
    /// Makes the request of a part.
    let make: RequestMaker
  }

  private let body: any BodySource
  private let byteCount: Int64
  private let extent: Extent
  private let requests: Requests
  private let runner: TransferRunner

  /// - Parameters:
  ///   - extent: The parts to send.
  ///   - body: The body.
  ///   - requests: Send the parts.
  ///   - runner: The runner of the session.
  /// - Throws: A ``SessionError`` with the code `body-failed` or `invalid-configuration`.
  init(
    _ extent: Extent, of body: any BodySource, by requests: Requests, in runner: TransferRunner
  ) throws(SessionError) {
    byteCount = try Self.byteCount(of: body)
    if case .whole(let whole) = extent, let size = whole.size {
      _ = try whole.limits.partCount(of: byteCount, size: size)
    }
    (self.extent, self.body, self.requests, self.runner) = (extent, body, requests, runner)
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
  static func wholeRequest(_ body: some BodySource) -> Request {
    Request(HTTPRequest(method: .put, scheme: nil, authority: nil, path: nil), body: body)
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
    if let record = extent.record { try await identify(&plan, record, context) }
    let tally = try PartsTally(plan, context)
    do {
      try await send(plan, tally)
      // The parts would be those of several versions of a file.
      try await withTaskExecutorPreference(BlockingExecutor.shared) { try plan.checkForChanges() }
      try await plan.save(tally)
      if case .whole(let whole) = extent, let complete = whole.complete {
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
    case .whole(let whole): try open(whole)
    case .share(let share): try open(share)
    }
  }

  /// Opens the record, and divides the body as it says.
  private func open(_ whole: Whole) throws -> DividedBody {
    let file = try whole.record.map { try Checkpoint<PartsRecord>.ofUpload(at: $0.path) }
    guard let record = whole.record, let file, let earlier = file.earlier else {
      let size = whole.size ?? whole.limits.partByteCount(for: byteCount)
      let count = try whole.limits.partCount(of: byteCount, size: size)
      return DividedBody(
        body: body, identity: try identity(of: body), size: size, numbers: 1...count, shared: nil,
        drawn: body.randomTextsIfAny, file: file)
    }
    var drawn = earlier.drawn[...]
    let body = body.withRandomTextsIfAny(&drawn)
    let identity = try identity(of: body)
    if let identity, identity != earlier.body {
      throw SessionError(.bodyFailed, underlying: identity.changed(since: earlier.body))
    }
    if let size = whole.size, size != earlier.partByteCount {
      throw Self.refusal(of: record.path, "in parts of \(earlier.partByteCount) bytes, not \(size)")
    }
    let count = try whole.limits.partCount(of: byteCount, size: earlier.partByteCount)
    guard earlier.parts.last?.number ?? 1 <= count else {
      throw Self.refusal(of: record.path, "with more parts")
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
    parts.finish(try plan.accept(share.earlier, needsETags: requests.needsETags))
    return parts
  }

  /// Checks that the record, if there is one, is that of this upload, and takes its parts.
  ///
  /// Without an identifier of the store, the upload is identified by the URL of its first part, whose request is
  /// therefore made now.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record`; the errors of the caller's closure.
  private func identify(
    _ plan: inout DividedBody, _ record: (path: String, uploadID: String?), _ context: TransferContext
  ) async throws {
    if let id = record.uploadID {
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
        of: record.path,
        "of version 0.2, and does not say to which upload its parts belong; remove it to start again")
    }
    guard uploadID == plan.uploadID else { throw Self.refusal(of: record.path, "to another target") }
    try plan.finish(earlier.parts, needsETags: requests.needsETags)
  }

  private static func refusal(of path: String, _ reason: String) -> SessionError {
    SessionError(.invalidRecord, message: "\(path) is the record of an upload \(reason)")
  }

  /// - Throws: A ``SessionError`` with the code `body-failed`; its underlying error is `no-identity` if the body cannot
  ///   be recognized later, though there is a record.
  private func identity(of body: any BodySource) throws(SessionError) -> BodyIdentity? {
    try SessionError.ofBody {
      let identity = try body.identity()
      if identity == nil, extent.record != nil { throw BodyError(.noIdentity) }
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
    let workers = min(max(1, requests.workers), plan.numbers.count)
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
    var call = Call(try await requests.next(), nestedIn: tally.context)
    call.renewal = { try await requests.next($0) }
    // Without an observer, no bytes would be counted.
    call.progress = { tally.didSend($0.sentBodyByteCount, of: part) }
    let head = try await runner.perform(call, deciding: { try await Self.send($0, requests) })
    let fields = try UploadedPart.fields(of: head.headerFields, keeping: self.requests.keptFields)
    if self.requests.needsETags, !fields.hasETag {
      throw SessionError(
        .invalidResponse,
        message: "the store accepted a part without an ETag (UploadPart.Limits.needsETags)")
    }
    return UploadedPart(part, fields: fields)
  }

  private func partRequests(
    of part: UploadPart, _ first: Request?, _ context: TransferContext
  ) -> PartRequests {
    let (timeout, invalidation) = (runner.settings.configuration.timeout, runner.invalidation)
    let pauses = context.control?.pauses
    return PartRequests(part, first, requests) {
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
    guard response.request.method == attempt.request.head.method else {
      throw SessionError(.invalidResponse, message: "a part was redirected to another page")
    }
    return .value(output.head)
  }
}

/// The requests of one part: the first, and those of its retries.
private final class PartRequests: Sendable {
  private struct State {
    /// The request that has been made before, or `nil` if it has been sent.
    var first: Request?
    /// The head of the request that was sent last.
    var sent: HTTPRequest?
    /// The request that takes the place of a refused one.
    var renewed: Request?
    /// Whether the last request was a renewed one.
    var isRenewed = false
  }

  private let part: UploadPart
  private let requests: PartsUpload.Requests
  private let deadline: @Sendable () -> Deadline
  private let state: Lock<State>

  /// - Parameters:
  ///   - part: The part.
  ///   - first: The first request, or `nil` if it is still to be made.
  ///   - requests: Make a request, and have its policy for retries.
  ///   - deadline: Returns the time until which a request that is made now must be ready.
  init(
    _ part: UploadPart, _ first: Request?, _ requests: PartsUpload.Requests,
    until deadline: @escaping @Sendable () -> Deadline
  ) {
    state = Lock(State(first: first, sent: first?.head))
    (self.part, self.requests, self.deadline) = (part, requests, deadline)
  }

  /// Returns the next request.
  ///
  /// - Parameter retryCount: The number of requests before. Defaults to 0.
  func next(_ retryCount: Int = 0) async throws -> Request {
    let known = state.withLock { state -> Request? in
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

  private func request(_ retryCount: Int) async throws -> Request {
    var part = part
    part.retryCount = retryCount
    // The caller's code may ignore that the upload is cancelled.
    var request = try await deadline().limiting { [part, requests] in try await requests.make(part) }
    if request.body == nil { request.body = part.body }
    request.options.retries = request.options.retries ?? requests.retries
    request.options.acceptsEarlyResponse = false
    return request
  }
}
