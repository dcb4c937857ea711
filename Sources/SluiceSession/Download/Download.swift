internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

/// A running download. It blocks its thread, so it runs on the `BlockingExecutor`.
///
/// ```
///  run ──► a special file ────────────────────────────────► ask ─► 2xx ─► written as it is
///    ├───► resuming, and a part with a record
///    │       └─► Range, If-Range ─► 206 with the rest ─────────────────► appended, commit
///    │                              416, nothing missing ──────────────► commit
///    │                              200, another version ──────────────► from byte 0, commit
///    │                              another range, or malformed ─► ask ─► from byte 0, commit
///    │                              any other status ──────────────────► ResponseError; the part stays
///    └───► otherwise ─────────────────────────────► ask ─► 2xx ─────────► from byte 0, commit
/// ```
struct Download {
  private let attempt: Attempt
  private let url: RequestURL
  private let path: String
  private let maximumByteCount: Int64

  init(_ attempt: Attempt, toFile path: String, upTo limit: Int64?) throws(SessionError) {
    url = try RequestURL(of: attempt.request.head)
    self.attempt = attempt
    self.path = path
    maximumByteCount = limit ?? .max
  }

  private var request: Request { attempt.request }

  /// Downloads the file.
  ///
  /// - Parameter resuming: Whether to continue an earlier download.
  /// - Throws: The errors of ``Session/download(_:toFile:resuming:upTo:progress:)``.
  func run(resuming: Bool) async throws -> DownloadedFile {
    if let file = try SpecialFile(at: path) { return try await fill(file, with: ask()) }
    if resuming, isResumable, let part = try PartialDownload.earlier(of: path) {
      return try await closing(part) { try await goOn(from: part) }
    }
    let response = try await ask()
    let part = try PartialDownload.new(of: path)
    return try await closing(part) { try await fill(part, with: response) }
  }

  /// Closes the part after `work`. A failed download leaves a part that can be resumed, but nothing of a file that is
  /// too large.
  private func closing(
    _ part: PartialDownload, after work: () async throws -> DownloadedFile
  ) async throws -> DownloadedFile {
    defer { part.close() }
    do {
      return try await work()
    } catch let error as SessionError where error.code == .bodyTooLarge {
      part.remove()
      throw error
    }
  }

  /// Whether the request allows asking for a range of its resource.
  private var isResumable: Bool {
    request.head.method == .get && request.body == nil && !asksForRange
      && request.head.headerFields[.ifRange] == nil
  }

  private var asksForRange: Bool {
    (request.head.headerFields[.range] ?? attempt.runner.settings.configuration.fields[.range]) != nil
  }

  // MARK: Asking

  /// Requests the whole file.
  ///
  /// - Throws: A ``ResponseError`` for a status that is not from 200 to 299; a ``SessionError`` with the code
  ///   `invalid-response` for a 206 to a request without a range.
  private func ask() async throws -> Response {
    let response = try await attempt.send(request)
    guard (200..<300).contains(response.head.status.code) else { throw try await refusal(response) }
    guard response.head.status.code != 206 || asksForRange else {
      throw failure(.invalidResponse, "the response is a part of a file that was requested as a whole")
    }
    return response
  }

  /// Continues an earlier download, or starts over if the file has changed.
  private func goOn(from part: PartialDownload) async throws -> DownloadedFile {
    guard let point = try part.resumePoint(of: url.text) else { return try await fill(part, with: ask()) }
    var request = request
    point.ask(in: &request.head.headerFields)
    let response = try await attempt.send(request)
    switch point.answer(in: response.head) {
    case .rest(let size): return try await fill(part, from: point, upTo: size, with: response)
    case .nothingMissing: return try finish(part, byteCount: point.byteCount, with: response)
    case .whole: return try await fill(part, with: response)
    case .useless:
      // Otherwise, the response would keep a connection that the next request might wait for.
      await response.discard()
      return try await fill(part, with: ask())
    case .refused: throw try await refusal(response)
    }
  }

  // MARK: Writing

  /// Writes the whole file.
  private func fill(_ part: PartialDownload, with response: Response) async throws -> DownloadedFile {
    try await part.begin(isResumable ? ResumeRecord(of: response.head, at: url.text) : nil)
    attempt.context.beginFile()
    let count = try await write(response.body, part.append)
    try part.commit(to: path)
    attempt.context.didRead(response.body)
    return file(of: count, response)
  }

  /// Appends the missing bytes of a file.
  private func fill(
    _ part: PartialDownload, from point: ResumePoint, upTo size: Int64, with response: Response
  ) async throws -> DownloadedFile {
    guard size <= maximumByteCount else { throw tooLarge }
    attempt.context.beginFile(after: point.byteCount, of: size)
    let missing = size - point.byteCount
    guard let count = try await response.body.write(upTo: missing, part.append), count == missing else {
      // The response contradicts its own range, so none of its bytes can be trusted.
      part.remove()
      throw failure(.invalidResponse, "the body's size is not that of its range")
    }
    try part.commit(to: path)
    attempt.context.didRead(response.body)
    return file(of: size, response, resumed: point.byteCount)
  }

  /// Completes a file whose part has all of its bytes.
  private func finish(
    _ part: PartialDownload, byteCount: Int64, with response: Response
  ) throws -> DownloadedFile {
    guard byteCount <= maximumByteCount else { throw tooLarge }
    try part.commit(to: path)
    attempt.context.beginFile(after: byteCount, of: byteCount)
    return file(of: byteCount, response, resumed: byteCount)
  }

  /// Writes the response to a special file.
  private func fill(_ file: SpecialFile, with response: Response) async throws -> DownloadedFile {
    attempt.context.beginFile()
    let descriptor = try file.open()
    let count = try await write(response.body) { try descriptor.write($0, toFileAt: file.path) }
    attempt.context.didRead(response.body)
    return self.file(of: count, response)
  }

  private func write(
    _ body: ResponseBody, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64 {
    guard body.byteCount ?? 0 <= maximumByteCount,
      let count = try await body.write(upTo: maximumByteCount, append)
    else { throw tooLarge }
    return count
  }

  private func file(of byteCount: Int64, _ response: Response, resumed: Int64 = 0) -> DownloadedFile {
    DownloadedFile(
      path: path, byteCount: byteCount, resumedByteCount: resumed, head: response.head,
      httpVersion: response.httpVersion)
  }

  // MARK: Errors

  private func failure(_ code: SessionError.Code, _ message: String) -> SessionError {
    SessionError(code, message: message).at(url.redacted)
  }

  private var tooLarge: SessionError {
    failure(.bodyTooLarge, "the file has more than \(maximumByteCount) bytes")
  }

  /// Returns the error for a response without a file.
  private func refusal(_ response: Response) async throws -> ResponseError {
    let validation = ResponseValidation()
    let body = try await validation.start(of: response.body, refusedBy: response.head)
    return try await validation.unacceptableStatus(response.head, body: body, in: response.decodingContext)
  }
}
