internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransfers
internal import SluiceTransport

/// The result of an attempt to send a request.
enum AttemptResult {
  /// The request is delivered. The rest of the response can be read, unless it is `nil`.
  case accepted(HTTPResponse, rest: Response?)
  /// The attempt has failed.
  case failed(FailedAttempt)

  /// Sends a request once.
  ///
  /// - Throws: An error that says nothing about the request: a `CancellationError`, or the error of a session that
  ///   cannot be used.
  init(of request: Request, toFile destination: String?, in session: Session) async throws {
    var request = request
    // The outbox counts the attempts.
    request.options.retries = .never
    request.options.redirects = session.configuration.redirects.keepingMethod()
    do {
      if let destination {
        var options = DownloadOptions()
        options.resumes = true
        let file = try await session.download(request, to: .file(destination), options: options)
        self = .accepted(file.head, rest: nil)
        return
      }
      // A response from 200 to 299 means that the whole body was sent, so the request is delivered, whatever follows.
      let response = try await session.send(request)
      // An adaptor may have replaced the policy for redirects.
      if let redirect = response.redirects.first(where: { $0.request.method != response.request.method }) {
        throw MethodChange(redirect, to: response.request)
      }
      if (200..<300).contains(response.head.status.code) {
        self = .accepted(response.head, rest: response)
        return
      }
      await response.discard()
      throw ResponseError(
        .unacceptableStatus, response: response.head, request: response.request, body: CollectedBody([]))
    } catch let error as SessionError where Self.unusableSession.contains(error.code) {
      throw error
    } catch let error as ResponseError {
      self = .failed(FailedAttempt(error: error, response: error.response))
    } catch let change as MethodChange {
      self = .failed(FailedAttempt(error: change.error, response: change.redirect))
    } catch {
      try Task.checkCancellation()
      self = .failed(FailedAttempt(error: error, response: nil))
    }
  }

  /// The codes of errors that every request would have.
  private static let unusableSession: Set<SessionError.Code> = [
    .invalidated, .invalidConfiguration, .unsupportedLibrary,
  ]
}

/// A redirect that would have changed the method.
private struct MethodChange: Error {
  /// The response that redirects.
  let redirect: HTTPResponse
  let error: OutboxError

  init(_ redirect: Session.Redirect, to target: HTTPRequest) {
    self.redirect = redirect.response
    let url = (try? RequestURL(of: target))?.redacted ?? ""
    let (old, new) = (redirect.request.method.rawValue, target.method.rawValue)
    error = OutboxError(
      .methodChanged, "\(redirect.response.status) redirects the \(old) to a \(new) of another page (\(url))")
  }
}

extension Session.Redirects {
  /// Returns the policy with another rule: a redirect that changes the method, and thus drops the body, fails.
  fileprivate func keepingMethod() -> Session.Redirects {
    var policy = self
    policy.decide = { [decide] redirect, proposed in
      let method = redirect.request.method
      guard proposed.method == method else { throw MethodChange(redirect, to: proposed) }
      let decision = try await decide?(redirect, proposed) ?? .follow
      if case .send(let head) = decision, head.method != method { throw MethodChange(redirect, to: head) }
      return decision
    }
    return policy
  }
}
