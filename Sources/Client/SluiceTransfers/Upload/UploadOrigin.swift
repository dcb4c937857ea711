internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// The source of an upload's URL.
struct UploadOrigin: Sendable {
  /// The response that has named the URL. For a URL of a record, a redirect to it stands for that response.
  let response: HTTPResponse
  /// Whether the caller's own origin has named the URL, which is at that origin, so that it may receive secrets.
  let isOwn: Bool

  init(_ url: RequestURL, by response: HTTPResponse? = nil, isOwn: Bool) {
    self.response =
      response ?? HTTPResponse(status: .temporaryRedirect, headerFields: [.location: url.text])
    self.isOwn = isOwn
  }
}

extension Attempt {
  /// Returns a request of an upload with the URL of the upload, and whether that is at the caller's own origin. The
  /// policy for redirects decides about any other origin, which gets no secrets.
  ///
  /// - Parameters:
  ///   - request: The request, with the caller's URL.
  ///   - target: The URL of the upload, possibly after redirects.
  ///   - origin: Where the URL comes from.
  ///   - url: The caller's URL.
  /// - Throws: A ``SessionError`` with the code `redirect-refused`; the errors of the policy.
  func following(
    _ request: SessionRequest, to target: RequestURL, named origin: UploadOrigin, from url: RequestURL
  ) async throws -> (SessionRequest, isOwnOrigin: Bool) {
    var step = PreparedRequest(request, to: url, policy: policy, settings: runner.settings)
    step.message.isOwnOrigin = origin.isOwn
    if !origin.isOwn { step.message.fields = HTTPFields(step.message.fields.filter { !$0.isSecret }) }
    var creation = step.head
    creation.method = self.request.head.method
    do {
      step = try await step.following(
        target, by: Session.Redirect(request: creation, response: origin.response), deadline)
    } catch let error as SessionError where error.code == .redirectRefused {
      throw SessionError(.redirectRefused, message: "the URL of the upload: \(error.message)").at(
        url.redacted)
    }
    var next = SessionRequest(step.headWithFields, body: request.body)
    next.options.decidedSecrets = step.decidedSecrets
    return (next, step.message.isOwnOrigin)
  }
}

extension HTTPFields {
  /// The fields without those that describe the body of a request, or depend on it, so that no other request of an
  /// upload has them.
  var withoutBody: HTTPFields {
    HTTPFields(
      filter { field in
        let name = field.name.canonicalName
        return !["content-", "if-", "upload-"].contains { name.hasPrefix($0) }
          && !["expect", "range", "digest", "repr-digest", "prefer"].contains(name)
      })
  }
}

extension ResumableUpload {
  /// Returns the URL of the upload that a record is of, and where it comes from.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` if it is the record of another request, or of another
  ///   protocol.
  func target(
    of record: UploadRecord, _ method: HTTPRequest.Method, _ url: RequestURL
  ) throws(SessionError) -> (RequestURL, UploadOrigin) {
    guard record.protocol == protocolName, record.request == UploadRecord.digest(of: method, url) else {
      throw SessionError(
        .invalidRecord, message: "\(self.record) is the record of another upload; remove it to start again")
    }
    let target = try RequestURL(record.url)
    let isOwn = (record.isOwnOrigin ?? true) && target.origin == url.origin
    return (target, UploadOrigin(target, isOwn: isOwn))
  }

  /// Whether a redirect has made a GET of a request of the upload, other than one with the status 303 that leads to the
  /// result, after the body was sent: it says that the upload is complete, or says nothing and responds to a POST.
  func becameGet(_ response: SessionResponse) -> Bool {
    response.request.method == .get
      && response.redirects.contains { redirect in
        switch redirect.response.status.code {
        case 301, 302: redirect.request.method == .post
        case 303 where redirect.request.method == .options: false
        case 303:
          redirect.isEarly
            || !(dialect.report(in: redirect.response).isComplete ?? (redirect.request.method == .post))
        default: false
        }
      }
  }
}
