package import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
package import SluiceTransport

extension PreparedRequest {
  /// Returns the request that a response redirects to (RFC 9110 §15.4), or `nil` if it does not redirect, or if its
  /// `Location` is missing or empty.
  ///
  /// - Throws: A ``SessionError`` with the code `redirect-refused`.
  package func redirected(by response: HTTPResponse) throws(SessionError) -> PreparedRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      case let locations = response.headerFields.references(.location), let location = locations.first
    else { return nil }
    // By bytes: URLs that are canonically equivalent are different ones.
    guard locations.allSatisfy({ $0.utf8.elementsEqual(location.utf8) })
    else { throw SessionError(.redirectRefused, message: "the Location fields differ") }
    // Resolved, it would be the URL of the request, which would be sent again and again.
    if location.isEmpty { return nil }
    var next = self
    do {
      try next.move(to: RequestURL(location, relativeTo: message.url.text))
    } catch  where error.code == .invalidURL {
      throw SessionError(.redirectRefused, message: "Location: \(error.message)")
    }
    switch (response.status.code, message.method) {
    case (301, .post), (302, .post): next.changeMethod(to: .get)
    case (303, let method) where method != .head: next.changeMethod(to: .get)
    default: break
    }
    return next
  }

  /// Returns the request to a URL that a response has named without redirecting to it: of an upload, or of the next
  /// page. A URL at another origin is subject to the policy for redirects.
  ///
  /// - Parameters:
  ///   - other: The URL.
  ///   - redirect: The request, and the response that has named the URL.
  ///   - deadline: The time until which the policy may decide.
  /// - Throws: A ``SessionError`` with the code `redirect-refused`; the errors of the policy.
  package func following(
    _ other: RequestURL, by redirect: Session.Redirect, _ deadline: Deadline
  ) async throws -> PreparedRequest {
    var next = self
    try next.move(to: other)
    if other.origin == message.url.origin { return next }
    guard policy.redirects.maximumCount > 0 else {
      throw SessionError(
        .redirectRefused,
        message: "it is at another origin (\(other.redacted)), and no redirects are followed")
    }
    guard let decided = try await next.decided(about: redirect, deadline),
      decided.message.method == message.method
    else {
      throw SessionError(
        .redirectRefused, message: "the redirect policy rejects another origin (\(other.redacted))")
    }
    return decided
  }

  /// Returns the request that the policy sends after a redirect, or `nil` if the policy stops there.
  ///
  /// - Throws: A ``SessionError`` with the code `redirect-refused`, `invalid-url` or `timed-out`; the errors of the
  ///   policy.
  func decided(about redirect: Session.Redirect, _ deadline: Deadline) async throws -> PreparedRequest? {
    guard let decide = policy.redirects.decide else { return self }
    switch try await deadline.limiting({ [headWithFields] in try await decide(redirect, headWithFields) }) {
    case .follow: return self
    case .send(let head): return try replaced(by: head)
    case .stop: return nil
    case .refuse: throw SessionError(.redirectRefused, message: "the redirect policy rejects it")
    }
  }

  /// Returns the request with the head that a policy has replaced.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-url`, `redirect-refused` or `body-failed`.
  func replaced(by head: HTTPRequest) throws(SessionError) -> PreparedRequest {
    var next = self
    next.message.fields = head.headerFields
    let fields = next.message.fields
    try next.move(to: RequestURL(of: head))
    // The policy sets fields for the target that it names, so they are all kept.
    next.message.fields = fields
    if head.method != message.method, [.get, .head].contains(head.method) {
      next.changeMethod(to: head.method)
    } else {
      next.message.method = head.method
      next.sameHead = nil
    }
    if let problem = next.message.method.problem(hasBody: next.message.body != nil) { throw problem }
    return next
  }

  /// Checks that the body can be sent again.
  ///
  /// - Parameters:
  ///   - status: The status of the response that asks for it.
  ///   - url: The URL of the response.
  /// - Throws: A ``SessionError`` with the code `body-failed`.
  func checkThatBodyCanBeSentAgain(after status: Int, from url: RequestURL) throws(SessionError) {
    if message.body?.isReplayable == false {
      throw SessionError.notReplayable(after: status).at(url.redacted)
    }
  }

  /// Changes the URL, and removes credentials and secret fields if the origin changes.
  ///
  /// - Throws: A ``SessionError`` with the code `redirect-refused` for a change from https to http that the policy does
  ///   not allow.
  mutating func move(to other: RequestURL) throws(SessionError) {
    if message.url.origin.scheme == "https", other.origin.scheme == "http",
      !policy.redirects.allowsDowngrade
    {
      throw SessionError(.redirectRefused, message: "it leads from https to http")
    }
    if other.origin != message.url.origin { message.isOwnOrigin = false }
    place(at: other)
  }

  /// Changes the URL, and removes credentials and secret fields if the origin changes.
  private mutating func place(at other: RequestURL) {
    if other.origin != message.url.origin {
      message.credential = nil
      message.fields = HTTPFields(message.fields.filter { !$0.belongsToOrigin })
    }
    message.url = other
    sameHead = nil
  }

  /// Returns the request with the URL to which middleware has sent it.
  func placed(at url: RequestURL) -> PreparedRequest {
    var placed = self
    placed.place(at: url)
    return placed
  }

  /// Changes the method, and removes the body and the fields that describe it.
  mutating func changeMethod(to method: HTTPRequest.Method) {
    message.method = method
    message.body = nil
    message.byteCount = nil
    message.fields = HTTPFields(message.fields.filter { !$0.name.describesBody && $0.name != .expect })
    sameHead = nil
  }
}

extension HTTPField.Name {
  /// Whether a field of the name is about the body, or about the upload that the body is a part of.
  fileprivate var describesBody: Bool {
    ["content-", "upload-", "tus-"].contains { canonicalName.hasPrefix($0) }
  }
}

extension HTTPField {
  /// Whether the field must not be sent to another origin than the one that it was set for.
  var belongsToOrigin: Bool { isSecret || name.canonicalName == "host" }
}
