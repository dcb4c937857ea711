internal import HTTPTypes
internal import SluiceTransport

/// The state of an upload that can be resumed: which request is next, and what a response means for it. It sends
/// nothing itself.
///
/// ```
///          OPTIONS          POST                                PATCH
///  new ──► describing ──► creating ──► the offset is known ──► appending ──► the response is the result
///   ▲       (tus only)     │                 ▲    ▲    more to send │ │
///   │                      │ it has a URL    │    └─────────────────┘ │
///   │                      └── interrupted ──┼──► the offset is unknown ◄── interrupted, 409, 423, 460, or success
///   │                                        │                               that does not say that it is complete
///   │                                        └──────── HEAD ──┤
///   └───────────────────── 404, 410 ──────────────────────────┘
/// ```
struct UploadMachine: Sendable {
  /// The maximum size of a body that tus sends with the request that creates the upload. Before the response, the URL
  /// is not known, so these bytes may have to be sent again.
  private static let maximumCreationByteCount: Int64 = 1 << 20
  /// The maximum size of the content of a request that declares its digest.
  private static let maximumDigestedByteCount: Int64 = 64 << 20
  /// The number of times in a row that the server may refuse the digest of bytes.
  private static let maximumDigestFailureCount = 3
  /// The number of requests in a row of whose content the server may take only a part, without an error, before the
  /// next ones are delayed.
  private static let maximumShortCount = 10

  private let dialect: any UploadDialect
  private let sendsDigests: Bool
  /// The number of bytes of the body, or `nil` if unknown.
  let byteCount: Int64?
  /// The caller's limit for the content of a request.
  private let maximumRequestByteCount: Int64?
  /// The limits and extensions that the server has announced.
  private var server = UploadReport()
  private var isDescribed: Bool
  private var restartsLeft: Int
  private var digestFailures = 0
  /// The number of requests in a row of whose content the server has taken only a part, without an error.
  private var shortCount = 0

  /// The URL of the upload, or `nil` until the server has given it.
  private(set) var resource: RequestURL?
  /// The URL of the upload after redirects of the last question, or `nil` if it has not been redirected.
  private var redirected: RequestURL?
  /// The number of bytes that the server has confirmed.
  private(set) var confirmed: Int64
  /// The number of bytes that count as sent while no content is.
  var sentByteCount: Int64 { isConfirming ? byteCount ?? confirmed : confirmed }
  /// The end of the bytes that have been read for requests, more of which the server cannot have, or `nil` if an
  /// earlier process has sent some.
  private var reach: Int64?
  /// The number of bytes that the server has, or `nil` if it must be asked.
  private var offset: Int64?
  /// The content that the server has accepted without saying how many bytes it has, or `nil` if it did.
  private var unconfirmed: UploadContent?
  /// Whether the server has responded with success, and is asked whether it has all bytes.
  private var isConfirming = false
  /// The request that is being sent.
  private(set) var current: Request?
  /// The number of failures since the server has last confirmed more bytes.
  private(set) var failureCount = 0
  /// Whether a request was made smaller, because of a limit of the server, since it has last confirmed more bytes.
  private var isAdapted = false

  /// - Parameters:
  ///   - options: The settings of the upload.
  ///   - byteCount: The number of bytes of the body, or `nil` if unknown.
  ///   - resource: The URL of an earlier upload that is resumed, or `nil` for a new one.
  ///   - confirmed: The number of bytes that the earlier upload has confirmed.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration` if the size must be known.
  init(
    _ options: ResumableUpload, byteCount: Int64?, resource: RequestURL? = nil, confirmed: Int64 = 0
  ) throws(SessionError) {
    dialect = options.dialect
    sendsDigests = options.sendsDigests
    maximumRequestByteCount = options.maximumRequestByteCount.map { max($0, 1) }
    restartsLeft = options.maximumRestartCount
    self.byteCount = byteCount
    self.resource = resource
    self.confirmed = confirmed
    reach = resource == nil ? 0 : nil
    isDescribed = !dialect.describesServer
    if byteCount == nil, isDescribed == false || maximumRequestByteCount != nil || sendsDigests {
      throw SessionError(
        .invalidConfiguration, message: "this kind of upload requires a body of known size")
    }
  }

  /// Whether the request that is being sent can do no harm twice. A second creation would leave an upload behind.
  var isRepeatable: Bool { resource != nil || current == .describe }

  // MARK: Requests

  /// The URL of the request that is being sent, or `nil` for that of the caller.
  var target: RequestURL? {
    switch current {
    case .ask: resource
    case .append: redirected ?? resource
    case .describe, .create, nil: nil
    }
  }

  /// Returns the next request.
  mutating func next() -> Request {
    let request: Request
    if !isDescribed, resource == nil || sendsDigests {
      request = .describe
    } else if resource == nil {
      request = .create(dialect.describesServer ? firstContent : content(from: 0))
    } else if let offset {
      request = .append(content(from: offset))
    } else {
      request = .ask
    }
    current = request
    return request
  }

  /// The content of the request with which tus creates an upload.
  private var firstContent: UploadContent {
    let whole = content(from: 0)
    let isShort = whole.isLast && byteCount ?? .max <= Self.maximumCreationByteCount
    if isShort, server.extensions.contains("creation-with-upload") { return whole }
    return UploadContent(offset: 0, byteCount: 0, isLast: byteCount == 0, bodyByteCount: byteCount)
  }

  private func content(from offset: Int64) -> UploadContent {
    let rest = byteCount.map { $0 - offset }
    var content = UploadContent(offset: offset, byteCount: rest, isLast: true, bodyByteCount: byteCount)
    if let rest, let limit, limit < rest {
      content.byteCount = limit
      content.isLast = false
    }
    return content
  }

  /// The maximum number of bytes of a request, or `nil` for no limit.
  private var limit: Int64? {
    let limits = [
      maximumRequestByteCount, server.maximumRequestByteCount.map { max($0, 1) },
      sendsDigests ? Self.maximumDigestedByteCount : nil,
    ]
    return limits.compactMap(\.self).min()
  }

  /// The content of the request that is being sent, or `nil` if it has none.
  var currentContent: UploadContent? {
    switch current {
    case .create(let content), .append(let content): content
    case .describe, .ask, nil: nil
    }
  }

  /// Whether the request that is being sent is larger than the server allows.
  var exceedsLimit: Bool {
    // A body of unknown size cannot be divided.
    guard let limit = server.maximumRequestByteCount, let count = currentContent?.byteCount else {
      return false
    }
    return count > max(limit, 1)
  }

  /// Notes that bytes of the content of the request that is being sent have been read.
  ///
  /// - Parameter count: The number of them.
  mutating func didRead(_ count: Int64) {
    guard let reach, let content = currentContent else { return }
    let (end, overflow) = content.offset.addingReportingOverflow(count)
    self.reach = max(reach, overflow ? .max : end)
  }

  // MARK: Responses

  /// Takes an interim response to the request that is being sent.
  ///
  /// - Parameters:
  ///   - head: The response.
  ///   - url: The URL of the request.
  /// - Throws: A ``SessionError`` with the code `offset-mismatch`, `upload-too-large` or `invalid-response`.
  mutating func didReceive(interim head: HTTPResponse, from url: RequestURL) throws(SessionError) {
    guard head.status.code == 104, !dialect.describesServer, let content = currentContent else { return }
    let report = dialect.report(in: head)
    guard report.isOfProtocol else { return }
    if case .create = current { try move(by: report, from: url) }
    try takeLimits(report)
    try checkLength(report)
    if let offset = report.offset { try confirm(offset, upTo: content.end) }
  }

  /// Takes the response to the request that is being sent.
  ///
  /// - Parameters:
  ///   - head: The response.
  ///   - url: The URL of the response, after redirects.
  /// - Throws: A ``SessionError`` with the code `offset-mismatch`, `digest-mismatch`, `upload-too-large` or
  ///   `invalid-response`.
  mutating func didReceive(_ head: HTTPResponse, from url: RequestURL) throws(SessionError) -> Verdict {
    guard let current else { return .isRefusal }
    let report = dialect.report(in: head)
    guard report.isOfProtocol else {
      throw SessionError(
        .invalidResponse, message: "the server does not support this version of the protocol")
    }
    try takeLimits(report)
    if !(200..<300).contains(head.status.code) { return try didRefuse(current, head.status.code, report) }
    try checkLength(report)
    switch current {
    case .describe: return try didDescribe(report)
    case .create(let content): return try didCreate(content, report, from: url)
    case .ask: return try didAnswer(report, from: url)
    case .append(let content): return try didAppend(content, report)
    }
  }

  private mutating func didDescribe(_ report: UploadReport) throws(SessionError) -> Verdict {
    isDescribed = true
    server.extensions = report.extensions
    if sendsDigests, !report.extensions.contains("checksum sha256") {
      throw SessionError(
        .invalidConfiguration, message: "the server does not verify checksums with SHA-256")
    }
    return .continues
  }

  private mutating func didCreate(
    _ content: UploadContent, _ report: UploadReport, from url: RequestURL
  ) throws(SessionError) -> Verdict {
    if dialect.describesServer {
      guard report.location != nil else {
        throw SessionError(.invalidResponse, message: "the server returned no URL for the upload")
      }
      try move(by: report, from: url)
      return try confirm(report.offset ?? (content.byteCount == 0 ? 0 : nil), of: content)
    }
    // The result of the upload, or the response of a server that does not speak the protocol.
    if try completes(content, report) { return verdict(onSuccess: report) }
    try move(by: report, from: url)
    guard resource != nil else {
      throw SessionError(
        .invalidResponse,
        message: "the server does not support resumable uploads, and accepted only part of the body")
    }
    return try confirm(report.offset, of: content)
  }

  private mutating func didAnswer(
    _ report: UploadReport, from url: RequestURL
  ) throws(SessionError) -> Verdict {
    // The body is sent to where the response has come from, without another redirect.
    redirected = url
    if isConfirming, confirmsResult(report) { return .confirmsResult }
    isConfirming = false
    guard let offset = report.offset else {
      if report.isComplete == true {
        if confirmed == byteCount { return .isResult }
        throw incomplete(confirmed)
      }
      throw SessionError(
        .invalidResponse, message: "the response does not state how many bytes the server has")
    }
    try confirm(offset, upTo: byteCount)
    // Of a body of unknown size, it is known only which bytes this process has read.
    if report.isComplete == true, let size = byteCount ?? reach, offset != size { throw incomplete(offset) }
    if report.isComplete == true, byteCount == nil, reach == nil { return .isResultIfWhole(offset) }
    if report.isComplete == true || (dialect.describesServer && offset == byteCount) { return .isResult }
    // A server that accepts requests but no bytes must not be asked forever.
    if let content = unconfirmed.take(), offset <= content.offset || takesTooLittle(offset, of: content) {
      return .isRefusal
    }
    self.offset = offset
    return .continues
  }

  private mutating func didAppend(
    _ content: UploadContent, _ report: UploadReport
  ) throws(SessionError) -> Verdict {
    digestFailures = 0
    if !dialect.describesServer, try completes(content, report) { return verdict(onSuccess: report) }
    return try confirm(report.offset, of: content)
  }

  /// Returns whether the upload is complete after a request with content that has succeeded.
  ///
  /// - Throws: A ``SessionError`` with the code `offset-mismatch` if the server says so although bytes are missing.
  private func completes(_ content: UploadContent, _ report: UploadReport) throws(SessionError) -> Bool {
    if report.isComplete == false { return false }
    let isWhole = byteCount.flatMap { byteCount in report.offset.map { $0 == byteCount } } ?? true
    guard report.isComplete == true else { return content.isLast && isWhole }
    if !content.isLast || !isWhole { throw incomplete(report.offset ?? content.end ?? 0) }
    return true
  }

  /// Returns the verdict on the success of a request with the last bytes. Unless the response says that the server has
  /// all of them, it is asked, if there is a URL for that.
  private func verdict(onSuccess report: UploadReport) -> Verdict {
    report.isComplete == true || report.offset != nil || resource == nil ? .isResult : .isResultIfConfirmed
  }

  /// Notes that the result has been read, and that the server is to confirm it, or to name more bytes than before.
  mutating func awaitConfirmation() {
    (offset, isConfirming, unconfirmed) = (nil, true, currentContent)
  }

  /// Whether the answer of a server that has responded with success does not say that bytes are missing.
  private func confirmsResult(_ report: UploadReport) -> Bool {
    report.isComplete != false && (report.offset ?? byteCount ?? reach) == byteCount ?? reach
  }

  /// Returns the error of a server that has called the upload complete after too few or too many bytes.
  func incomplete(_ offset: Int64) -> SessionError {
    let size = byteCount.map { "\($0)" } ?? "an unknown number of"
    return SessionError(
      .offsetMismatch, message: "the server reported completion after \(offset) of \(size) bytes")
  }

  /// Takes the number of bytes that the server has after a request with content, or `nil` if the response does not
  /// say it.
  private mutating func confirm(_ offset: Int64?, of content: UploadContent) throws(SessionError) -> Verdict {
    self.offset = nil
    unconfirmed = offset == nil ? content : nil
    guard let offset else { return .continues }
    try confirm(offset, upTo: content.end)
    if dialect.describesServer, offset == byteCount { return .isResult }
    self.offset = offset
    // Neither must one that has all bytes and does not complete the upload.
    if offset == content.offset, content.isLast || content.byteCount ?? 1 > 0 { return .isRefusal }
    return takesTooLittle(offset, of: content) ? .isRefusal : .continues
  }

  /// Notes how much of the content of a request the server has taken, and returns whether it takes a part again and
  /// again: the rest would be sent for each byte.
  private mutating func takesTooLittle(_ offset: Int64, of content: UploadContent) -> Bool {
    shortCount = content.end.map { offset < $0 } == true ? shortCount + 1 : 0
    return shortCount > Self.maximumShortCount
  }

  private mutating func didRefuse(
    _ request: Request, _ status: Int, _ report: UploadReport
  ) throws(SessionError) -> Verdict {
    switch (request, status) {
    // A server need not answer OPTIONS.
    case (.describe, _) where status == 501 || (400..<500).contains(status) && status != 408 && status != 429:
      if sendsDigests { return .isRefusal }
      isDescribed = true
      return .continues
    case (.create, _), (.append, _):
      if report.isComplete == true { return .isResult }
      offset = nil
      if status == 413, exceedsLimit, adapt() { return .continues }
    // The server no longer has the upload, because it is complete, or cannot be asked.
    case (.ask, 400..<500) where isConfirming && ![408, 409, 423, 425, 429].contains(status):
      return .confirmsResult
    case (.ask, 501) where isConfirming: return .confirmsResult
    default: break
    }
    if status == 460 {
      digestFailures += 1
      if digestFailures >= Self.maximumDigestFailureCount {
        throw SessionError(
          .digestMismatch, message: "the server rejected the SHA-256 of the bytes that it received")
      }
    }
    if isForgotten(request, status, report), resource != nil, restartsLeft > 0 {
      restartsLeft -= 1
      (resource, redirected, confirmed, offset, failureCount) = (nil, nil, 0, nil, 0)
      (unconfirmed, reach) = (nil, 0)
      return .continues
    }
    return .isRefusal
  }

  /// Whether a refusal says that the server does not have the upload. A server of tus may answer HEAD with 403, too.
  private func isForgotten(_ request: Request, _ status: Int, _ report: UploadReport) -> Bool {
    [404, 410].contains(status)
      || dialect.describesServer && request == .ask && status == 403 && report.offset == nil
  }

  /// Whether a smaller request may follow without delay one that is larger than the server allows. It may once, until
  /// the server confirms more bytes: a limit that shrinks again and again must not keep the upload busy.
  mutating func adapt() -> Bool {
    defer { isAdapted = true }
    return !isAdapted
  }

  /// Notes that the request that is being sent has failed, or has been refused and will be retried.
  mutating func didFail() {
    failureCount += 1
    interrupt()
  }

  /// Notes that the request that is being sent has been stopped.
  mutating func interrupt() {
    (offset, redirected, current) = (nil, nil, nil)
  }

  // MARK: The upload

  /// Takes the URL that a response gives the upload, if it does.
  private mutating func move(by report: UploadReport, from url: RequestURL) throws(SessionError) {
    guard let location = report.location else { return }
    if report.hasDifferentLocations {
      throw SessionError(.invalidResponse, message: "the response has different Location fields")
    }
    do {
      resource = try RequestURL(location, relativeTo: url.text)
    } catch {
      throw SessionError(.invalidResponse, message: "Location: \(error.message)")
    }
  }

  private mutating func takeLimits(_ report: UploadReport) throws(SessionError) {
    // A limit that has refused a request must hold for the next one.
    let limits = [report.maximumRequestByteCount, server.maximumRequestByteCount]
    server.maximumRequestByteCount = limits.compactMap(\.self).min()
    if let maximum = report.maximumByteCount, let byteCount, byteCount > maximum {
      throw SessionError(
        .uploadTooLarge, message: "the body has \(byteCount) bytes, but the server accepts at most \(maximum)"
      )
    }
  }

  private func checkLength(_ report: UploadReport) throws(SessionError) {
    guard let length = report.bodyByteCount, let byteCount, length != byteCount else { return }
    throw SessionError(
      .offsetMismatch, message: "the server expects \(length) bytes, but the body has \(byteCount)")
  }

  /// Notes the number of bytes that the server has.
  ///
  /// - Throws: A ``SessionError`` with the code `offset-mismatch` if these are fewer than it had confirmed before, or
  ///   more than `end`, or than were read for requests.
  private mutating func confirm(_ offset: Int64, upTo end: Int64?) throws(SessionError) {
    if offset < confirmed {
      throw SessionError(
        .offsetMismatch, message: "the server has \(offset) bytes, although it had confirmed \(confirmed)")
    }
    if let end = [end, reach].compactMap(\.self).min(), offset > end {
      throw SessionError(
        .offsetMismatch, message: "the server reports \(offset) bytes, but only \(end) were sent")
    }
    if offset > confirmed { (failureCount, isAdapted) = (0, false) }
    confirmed = offset
  }
}
