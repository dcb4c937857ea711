internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import Synchronization

extension Session {
  typealias Report = @Sendable (TransferProgress) -> Void

  /// Sends a request, and again where a redirect says to.
  func exchange(_ request: Request, report: Report?) async throws -> Response {
    let (request, body) = (request.head, request.body)
    guard let scheme = request.scheme, let authority = request.authority else {
      throw SessionError(.invalidURL, message: "the request has no scheme or no authority")
    }
    if request.method == .head, body != nil {
      throw SessionError(.bodyFailed, message: "a HEAD request has no body")
    }
    let path = request.path ?? "/"
    // Any other would become a part of the authority.
    guard path.hasPrefix("/") else {
      throw SessionError(.invalidURL, message: "the request's path does not begin with a slash")
    }
    var next = ExchangeRequest(
      url: try RequestURL("\(scheme)://\(authority)\(path)"), method: request.method,
      fields: fields(of: request, body: body), body: body, byteCount: try byteCount(of: body),
      credential: configuration.credential, configuration: configuration, report: report)
    for _ in 0...max(configuration.redirects.maximum, 0) {
      let response = try await exchange(next)
      guard configuration.redirects.maximum > 0 else { return response }
      do {
        guard let redirected = try next.redirected(by: response.head) else { return response }
        // Read to its end, the redirect's own body leaves a connection that can be used again.
        _ = try? await CollectedBody.collecting(response.body, upTo: 64 * 1024)
        next = redirected
      } catch {
        throw error.at(next.url.redacted)
      }
    }
    throw SessionError(.tooManyRedirects, message: "more than \(configuration.redirects.maximum)")
      .at(next.url.redacted)
  }

  private func exchange(_ request: ExchangeRequest) async throws -> Response {
    try Task.checkCancellation()
    let channel = ResponseChannel()
    configuration.logger?.log(request)
    let id = try loop.start(request, response: channel)
    let head = try await withTaskCancellationHandler {
      try await channel.head()
    } onCancel: {
      loop.cancel(id)
    }
    configuration.logger?.log(head, from: request)
    // The body keeps the session, which keeps the loop running.
    let body = ResponseBody(
      channel, codedByteCount: head.bodyByteCount(inAnswerTo: request.method), coding: coding(of: head)
    ) { [self] in
      loop.cancel(id)
    }
    return Response(
      head: head, request: request.head, url: request.url.text, body: body,
      spool: configuration.spool)
  }

  private func coding(of head: HTTPResponse) -> ResponseBody.Coding {
    guard configuration.decodesContent else { return .none }
    do {
      let codings = try ContentCodings(head.headerFields)
      return codings.isEmpty ? .none : .codings(codings, configuration.decodingLimits)
    } catch {
      return .unsupported(SessionError(.unsupportedCoding, message: error.message))
    }
  }

  private func byteCount(of body: (any BodySource)?) throws -> Int64? {
    do {
      return try body?.byteCount
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
  }

  private func fields(of request: HTTPRequest, body: (any BodySource)?) -> HTTPFields {
    var fields = request.headerFields
    fields.append(contentsOf: configuration.fields.filter { request.headerFields[$0.name] == nil })
    if fields[.acceptEncoding] == nil { fields[.acceptEncoding] = acceptedEncodings(for: fields) }
    for field in Self.defaultFields where fields[field.name] == nil { fields.append(field) }
    if fields[.contentType] == nil, let contentType = body?.contentType { fields[.contentType] = contentType }
    return fields
  }

  /// Runs `work` and tells `progress` of it in a task beside it: the newest where it cannot keep up, the last always.
  func reporting<Output: Sendable>(
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
