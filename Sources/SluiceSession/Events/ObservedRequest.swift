internal import HTTPTypes
internal import SluiceTransport

/// The head of a request, of which each monitor sees a part.
struct ObservedRequest: Sendable {
  let method: HTTPRequest.Method
  /// The URL; `nil` if it is malformed.
  let url: RequestURL?
  let fields: HTTPFields

  /// Returns the head without secrets.
  func head(showing queries: Session.QueryVisibility) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: url?.origin.scheme, authority: url?.authority,
      path: url.map { queries.shown(of: $0.target) }, headerFields: fields.redacted(showing: queries))
  }
}

extension ObservedRequest {
  init(_ head: HTTPRequest) {
    self.init(method: head.method, url: try? RequestURL(of: head), fields: head.headerFields)
  }
}
