internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

extension Session {
  /// Sends a request once, and returns when the response's head has arrived.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - history: The redirects that led to the request.
  /// - Throws: A ``SessionError``; a `CancellationError`.
  func exchange(_ request: ExchangeRequest, history: [Redirect]) async throws -> Response {
    await request.transfer.control?.waitWhileSuspended()
    try Task.checkCancellation()
    do { try CurlURL.check(request.url) } catch { throw error.at(request.url.redacted) }
    let channel = ResponseChannel()
    var request = request
    request.number = request.transfer.begin()
    request.transfer.post(request.redactedHead) { $0.sent($1, request: $2) }
    let id = try loop.start(request, response: channel)
    request.transfer.control?.attach(loop, id)
    let received = try await withTaskCancellationHandler {
      try await channel.head()
    } onCancel: {
      loop.cancel(id)
    }
    let head = received.response
    // The body keeps the session alive, and the session keeps the loop running.
    let body = ResponseBody(
      channel, codedByteCount: received.bodyByteCount, coding: coding(of: head)
    ) { [self] in
      loop.cancel(id)
    }
    return Response(
      head: head, request: request.head, url: request.url.text, redirects: history, body: body,
      spool: settings.configuration.spool)
  }

  private func coding(of head: HTTPResponse) -> ResponseBody.Coding {
    guard settings.configuration.decodesContent else { return .none }
    do {
      let codings = try ContentCodings(parsing: head.headerFields)
      return codings.isEmpty ? .none : .codings(codings, settings.configuration.decodingLimits)
    } catch {
      return .unsupported(SessionError(.unsupportedCoding, message: error.message))
    }
  }
}
