internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

/// The request of a page.
struct PageRequest: Sendable {
  var request: Request
  /// Whether the caller has named the origin. A page that links to another origin clears it for all later pages.
  var isOwnOrigin = true

  /// The URL; empty if the request has none.
  var url: String { request.url ?? "" }

  /// Returns the request of the page that a reference names, by the rules of redirects: a GET with the same fields and
  /// options. If the origin changes, the policy for redirects decides, and secrets stay behind.
  ///
  /// - Parameters:
  ///   - reference: The reference, relative to the URL of the page that contains it.
  ///   - url: The URL of that page, after redirects.
  ///   - response: The head of that page.
  ///   - runner: The runner of the session.
  /// - Throws: A ``SessionError`` with the code `redirect-refused`; the errors of the policy.
  func following(
    _ reference: String, from url: String?, _ response: HTTPResponse, in runner: TransferRunner
  ) async throws -> PageRequest {
    let policy = runner.settings.policy(for: request)
    let deadline = Deadline(after: policy.exchange.timeout, invalidation: runner.invalidation)
    var step = PreparedRequest(
      request, to: try RequestURL(of: request.head), policy: policy, settings: runner.settings)
    step.message.isOwnOrigin = isOwnOrigin
    do {
      // Redirects may have left the origin already.
      if let url { try step.move(to: RequestURL(url)) }
      let redirect = Session.Redirect(request: step.head, response: response)
      step.changeMethod(to: .get)
      let next = try RequestURL(reference, relativeTo: step.message.url.text)
      step = try await step.following(next, by: redirect, deadline)
    } catch let error as SessionError where [.invalidURL, .redirectRefused].contains(error.code) {
      throw SessionError(.redirectRefused, message: "the next page: \(error.message)").at(
        step.message.url.redacted)
    }
    var next = Request(step.headWithFields)
    next.options = request.options
    next.options.decidedSecrets = step.decidedSecrets
    return PageRequest(request: next, isOwnOrigin: step.message.isOwnOrigin)
  }
}
