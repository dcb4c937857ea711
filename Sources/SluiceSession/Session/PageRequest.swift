internal import HTTPTypes
internal import SluiceSerialization

/// The request of a page.
struct PageRequest: Sendable {
  var request: Request
  /// Whether the caller has named the origin. A page that links to another origin leaves those that the caller has
  /// named, for all later pages.
  var isOwnOrigin = true

  /// The URL; empty if the request has none.
  var url: String { request.url ?? "" }

  /// Returns the request of the page that a reference names, by the rules of redirects: a GET with the same fields and
  /// options, but without secrets if the origin changes.
  ///
  /// - Parameters:
  ///   - reference: The reference, relative to the URL of the page that contains it.
  ///   - url: The URL of that page, after redirects.
  ///   - settings: The settings of the session.
  /// - Throws: A ``SessionError`` with the code `redirect-refused`.
  func following(
    _ reference: String, from url: String?, _ settings: TransferSettings
  ) throws(SessionError) -> PageRequest {
    var step = TransferStep(
      url: try RequestURL(of: request.head), method: request.head.method, fields: request.head.headerFields,
      isOwnOrigin: isOwnOrigin, policy: settings.policy(for: request),
      settings: settings)
    do {
      // Redirects may have left the origin already.
      if let url { try step.move(to: RequestURL(url)) }
      try step.move(to: RequestURL(reference, relativeTo: step.url.text))
    } catch {
      throw SessionError(.redirectRefused, message: "the next page: \(error.message)").at(step.url.redacted)
    }
    step.become(.get)
    var head = step.head
    head.headerFields = step.fields
    var next = Request(head)
    next.options = request.options
    return PageRequest(request: next, isOwnOrigin: step.isOwnOrigin)
  }
}
