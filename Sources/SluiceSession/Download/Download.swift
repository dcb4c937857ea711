internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

/// One download while it runs. It blocks, so it belongs on the `BlockingExecutor`.
struct Download {
  private let attempt: Attempt
  private let url: RequestURL
  private let path: String
  private let maximumSize: Int64
  private let progress: DownloadProgress

  init(
    _ attempt: Attempt, to path: String, maximumSize: Int64?, progress: DownloadProgress
  ) throws(SessionError) {
    url = try RequestURL(of: attempt.request.head)
    self.attempt = attempt
    self.path = path
    self.maximumSize = maximumSize ?? .max
    self.progress = progress
  }

  private var request: Request { attempt.request }

  /// - Parameter resuming: whether to go on from where an earlier download has stopped.
  func run(resuming: Bool) async throws -> DownloadedFile {
    if let file = try SpecialFile(at: path) { return try await fill(file, with: ask()) }
    if resuming, isResumable, let part = try DownloadPart.earlier(of: path) {
      return try await closing(part) { try await goOn(from: part) }
    }
    let response = try await ask()
    let part = try DownloadPart.new(of: path)
    return try await closing(part) { try await fill(part, with: response) }
  }

  /// Leaves what a later download can go on from where this one fails, but nothing of a file that is too large.
  private func closing(
    _ part: DownloadPart, after work: () async throws -> DownloadedFile
  ) async throws -> DownloadedFile {
    defer { part.close() }
    do {
      return try await work()
    } catch let error as SessionError where error.code == .bodyTooLarge {
      part.remove()
      throw error
    }
  }

  /// Whether a range can be asked for of what the request asks for.
  private var isResumable: Bool {
    request.head.method == .get && request.body == nil && !asksForRange
      && request.head.headerFields[.ifRange] == nil
  }

  private var asksForRange: Bool {
    (request.head.headerFields[.range] ?? attempt.session.configuration.fields[.range]) != nil
  }

  // MARK: Asking

  /// Asks for all of the file.
  private func ask() async throws -> Response {
    let response = try await attempt.send(request)
    guard (200..<300).contains(response.head.status.code) else { throw try await refusal(response) }
    guard response.head.status.code != 206 || asksForRange else {
      throw failure(.invalidResponse, "a part is there of what was asked for as a whole")
    }
    return response
  }

  private func goOn(from part: DownloadPart) async throws -> DownloadedFile {
    guard let point = try part.resumePoint(of: url.text) else { return try await fill(part, with: ask()) }
    var request = request
    point.ask(in: &request.head.headerFields)
    let response = try await attempt.send(request)
    switch point.answer(in: response.head) {
    case .rest(let size): return try await fill(part, from: point, upTo: size, with: response)
    case .nothingMissing: return try finish(part, byteCount: point.byteCount, with: response)
    case .whole: return try await fill(part, with: response)
    case .useless:
      // Or it would keep a connection, for which this might wait.
      await response.discard()
      return try await fill(part, with: ask())
    case .refused: throw try await refusal(response)
    }
  }

  // MARK: Writing

  /// Writes all of a file.
  private func fill(_ part: DownloadPart, with response: Response) async throws -> DownloadedFile {
    try await part.begin(isResumable ? ResumeRecord(of: response.head, at: url.text) : nil)
    progress.begin()
    let count = try await write(response.body, part.append)
    try part.commit(to: path)
    progress.finish(count)
    return file(of: count, response)
  }

  /// Writes what is missing of a file.
  private func fill(
    _ part: DownloadPart, from point: ResumePoint, upTo size: Int64, with response: Response
  ) async throws -> DownloadedFile {
    guard size <= maximumSize else { throw tooLarge }
    progress.begin(behind: point.byteCount, of: size)
    let missing = size - point.byteCount
    guard let count = try await response.body.write(upTo: missing, part.append), count == missing else {
      // The server contradicts itself, so none of it can be trusted.
      part.remove()
      throw failure(.invalidResponse, "not as many bytes as its range has")
    }
    try part.commit(to: path)
    progress.finish(count)
    return file(of: size, response, resumed: point.byteCount)
  }

  private func finish(
    _ part: DownloadPart, byteCount: Int64, with response: Response
  ) throws -> DownloadedFile {
    guard byteCount <= maximumSize else { throw tooLarge }
    try part.commit(to: path)
    progress.finish(having: byteCount)
    return file(of: byteCount, response, resumed: byteCount)
  }

  private func fill(_ file: SpecialFile, with response: Response) async throws -> DownloadedFile {
    progress.begin()
    let descriptor = try file.open()
    let count = try await write(response.body) { try descriptor.write($0, toFileAt: file.path) }
    progress.finish(count)
    return self.file(of: count, response)
  }

  private func write(
    _ body: ResponseBody, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64 {
    guard body.byteCount ?? 0 <= maximumSize, let count = try await body.write(upTo: maximumSize, append)
    else { throw tooLarge }
    return count
  }

  private func file(of byteCount: Int64, _ response: Response, resumed: Int64 = 0) -> DownloadedFile {
    DownloadedFile(path: path, byteCount: byteCount, resumedByteCount: resumed, head: response.head)
  }

  // MARK: Errors

  private func failure(_ code: SessionError.Code, _ message: String) -> SessionError {
    SessionError(code, message: message).at(url.redacted)
  }

  private var tooLarge: SessionError { failure(.bodyTooLarge, "more than \(maximumSize) bytes") }

  /// What a response is that brings no file.
  private func refusal(_ response: Response) async throws -> ResponseError {
    let body = try await ResponseValidation().start(of: response.body, refusedBy: response.head)
    return ResponseError(
      .unacceptableStatus, response: response.head, request: response.request, body: body)
  }
}
