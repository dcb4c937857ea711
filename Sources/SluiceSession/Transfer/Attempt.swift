internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

/// One attempt at a call: the first, or a retry.
struct Attempt {
  /// Thrown instead of returning a response that will be retried.
  struct RetryWanted: Error {
    let retry: Session.Retry
  }

  let runner: TransferRunner
  let context: TransferContext
  /// The request after the configuration's adaptors.
  let request: Request
  /// The number of retries before this attempt; 0 for the first.
  let number: Int
  /// The time at which the first attempt began.
  let start: ContinuousClock.Instant

  /// Sends the request of the attempt, or a variation of it.
  ///
  /// - Throws: ``RetryWanted``, which `TransferRunner.perform` handles; a ``SessionError``; a `CancellationError`.
  func send(_ request: Request) async throws -> Response {
    let response = try await runner.finalResponse(to: request, context)
    if let retry = retry(request, after: .status(response.head.status), response.head) {
      await response.discard()
      throw RetryWanted(retry: retry)
    }
    return response
  }

  /// Returns the retry that the session's policy allows after a failure; `nil` if it allows none.
  func retry(
    _ request: Request, after reason: Session.Retry.Reason, _ response: HTTPResponse? = nil
  ) -> Session.Retry? {
    runner.settings.configuration.retries.retry(
      request.head, hasReplayableBody: request.body?.isReplayable ?? true, after: reason, response: response,
      spent: .init(count: number, time: .now - start), now: .now, chance: .random(in: 0..<1))
  }
}
