internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
package import SluiceSerialization
internal import SluiceTransport

/// One attempt at a call: the first, or a retry.
///
/// ```
///  adapt ──► send ──► a final response ──► output of a decoder
///                     a response or an error that is retried ──► the next attempt
/// ```
package struct Attempt {
  /// Thrown instead of returning a response that will be retried.
  package struct RetryWanted: Error {
    let retry: Session.Retry

    package init(retry: Session.Retry) { self.retry = retry }
  }

  package let runner: TransferRunner
  package let context: TransferContext
  /// The request: the caller's, as changed by the configuration's adaptors.
  package private(set) var request: Request
  /// The settings of the request.
  package private(set) var policy: RequestPolicy
  /// The time by which the response must have been read.
  package let deadline: Deadline
  /// The number of retries before this attempt; 0 for the first.
  package let number: Int
  /// The time at which the first attempt began.
  let start: ContinuousClock.Instant

  /// Applies the configuration's adaptors to the request.
  mutating func adapt() async throws {
    for adaptor in runner.settings.configuration.adaptors {
      request = try await deadline.limiting { [request] in
        var adapted = request
        try await adaptor(&adapted)
        return adapted
      }
    }
    policy = runner.settings.policy(for: request)
  }

  /// Sends the request of the attempt, or a variation of it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isOwnOrigin: Whether the caller has named its origin, and not a response, so that it may receive secrets.
  ///     Defaults to `true`.
  /// - Throws: ``RetryWanted``, which `TransferRunner.perform` handles; a ``SessionError``; a `CancellationError`.
  package func send(_ request: Request, isOwnOrigin: Bool = true) async throws -> Response {
    let response = try await runner.finalResponse(
      to: request, policy, deadline, context, isOwnOrigin: isOwnOrigin)
    if let retry = retry(request, after: .success(response.head)) {
      await response.discard()
      throw RetryWanted(retry: retry)
    }
    return response
  }

  /// Returns the retry that the session's policy allows after a result, or `nil` if it allows none.
  func retry(_ request: Request, after result: Result<HTTPResponse, SessionError>) -> Session.Retry? {
    policy.retries.retry(
      after: .init(of: request, with: result, retryCount: number, elapsed: .now - start))
  }

  /// Sends the request, decodes the response, and reports the progress of reading its last bytes, after the end of the
  /// exchange.
  func output<Output: Sendable>(_ decoder: ResponseDecoder<Output>) async throws -> Output {
    try await output(decoder, of: send(request))
  }

  /// Decodes a response, and reports the progress of reading its last bytes.
  package func output<Output: Sendable>(
    _ decoder: ResponseDecoder<Output>, of response: Response
  ) async throws -> Output {
    let decode = { @Sendable [limit = policy.maximumBodyByteCount] in
      try await response.value(decoding: decoder, upTo: limit)
    }
    let output = deadline.isNever ? try await decode() : try await deadline.limiting(decode)
    context.didRead(response.body)
    context.post((output, "\(type(of: decoder))")) { $0.didProduce($1, value: $2.0, decoder: $2.1) }
    return output
  }
}
