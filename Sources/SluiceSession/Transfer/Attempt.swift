internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

/// One try of a call.
struct Attempt {
  /// Thrown in place of a response that is not to be seen, since the request is sent again.
  struct RetryWanted: Error {
    let retry: Retry
  }

  let session: Session
  let context: TransferContext
  /// The request, as the adaptors have made it.
  let request: Request
  /// 0 for the first.
  let number: Int
  /// When the first began.
  let start: ContinuousClock.Instant

  /// Sends the attempt's request, or another in its place.
  ///
  /// - Throws: ``RetryWanted``, which is for the call to see.
  func send(_ request: Request) async throws -> Response {
    let response = try await session.deliver(request, context)
    if let retry = retry(request, after: .status(response.head.status), response.head) {
      await response.discard()
      throw RetryWanted(retry: retry)
    }
    return response
  }

  func retry(_ request: Request, after reason: Retry.Reason, _ response: HTTPResponse? = nil) -> Retry? {
    session.settings.configuration.retries.retry(
      request.head, hasReplayableBody: request.body?.isReplayable ?? true, after: reason, response: response,
      spent: .init(count: number, time: .now - start), now: .now, chance: .random(in: 0..<1))
  }
}
