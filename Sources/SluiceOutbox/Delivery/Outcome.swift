internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession

/// The end of an attempt to send a request.
enum Outcome {
  /// The server has accepted the request.
  case accepted(HTTPResponse)
  /// The attempt has failed.
  case failed(any Error)

  /// Sends a request once.
  ///
  /// - Throws: An error that says nothing about the request: that of a session that cannot be used, a
  ///   `CancellationError`.
  init(of request: Request, toFile destination: String?, in session: Session) async throws {
    var request = request
    // The outbox counts the attempts.
    request.options.retries = .never
    do {
      if let destination {
        var options = DownloadOptions()
        options.resumes = true
        let file = try await session.download(request, to: .file(destination), options: options)
        self = .accepted(file.head)
        return
      }
      let response = try await session.send(request)
      await response.discard()
      if (200..<300).contains(response.head.status.code) {
        self = .accepted(response.head)
      } else {
        self = .failed(
          ResponseError(
            .unacceptableStatus, response: response.head, request: response.request, body: CollectedBody([])))
      }
    } catch let error as SessionError where Self.unusableSession.contains(error.code) {
      throw error
    } catch {
      try Task.checkCancellation()
      self = .failed(error)
    }
  }

  /// The codes of errors that every request would have.
  private static let unusableSession: Set<SessionError.Code> = [
    .invalidated, .invalidConfiguration, .unsupportedLibrary,
  ]
}

extension Session.RetryPolicy {
  /// Returns the retry that follows a failure; `nil` if there is none.
  func retry(
    after error: any Error, of request: Request, _ state: EntryState, since added: Milliseconds
  ) -> Session.Retry? {
    let (reason, response): (Session.Retry.Reason, HTTPResponse?) =
      switch error {
      case let error as ResponseError: (.status(error.response.status), error.response)
      case let error as SessionError: (.error(error), nil)
      default: (.error(SessionError(.failed, underlying: error)), nil)
      }
    let spent = Spent(count: state.attempts, time: Milliseconds.now - added)
    return retry(
      request.head, isBodyReplayable: true, after: reason, response: response, spent: spent, now: Date(),
      chance: .random(in: 0..<1))
  }
}
