internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

extension ExchangeRequest {
  /// The request that a response redirects to (RFC 9110 §15.4); nil where it does not.
  func redirected(by response: HTTPResponse) throws(SessionError) -> ExchangeRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      let location = response.headerFields[.location]
    else { return nil }
    var next = self
    do {
      next.url = try RequestURL(location, relativeTo: url.text)
    } catch {
      throw SessionError(.redirectRefused, message: "Location: \(error.message)")
    }
    if url.origin.scheme == "https", next.url.origin.scheme == "http",
      !configuration.redirects.allowsDowngrade
    {
      throw SessionError(.redirectRefused, message: "from https to http")
    }
    if next.url.origin != url.origin {
      next.credential = nil
      next.fields = HTTPFields(next.fields.filter { !$0.isSecret && $0.name.canonicalName != "host" })
    }
    switch (response.status.code, method) {
    case (301, .post), (302, .post): next.dropBody()
    case (303, let method) where method != .head: next.dropBody()
    default:
      if let body, !body.isReplayable {
        throw SessionError(.bodyFailed, underlying: BodyError(.notReplayable))
      }
    }
    return next
  }

  private mutating func dropBody() {
    method = .get
    body = nil
    byteCount = nil
    fields = HTTPFields(fields.filter { !$0.name.canonicalName.hasPrefix("content-") && $0.name != .expect })
  }
}
