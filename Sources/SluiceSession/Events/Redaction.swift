internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

extension HTTPFields {
  /// The fields with `(hidden)` in place of values that may hold secrets.
  var redacted: HTTPFields {
    HTTPFields(
      map { field in
        var field = field
        if field.isHidden { field.value = "(hidden)" }
        return field
      })
  }
}

extension HTTPField {
  /// Whether the value must be hidden: a secret, or a URL, whose user-info or query may hold one.
  fileprivate var isHidden: Bool {
    isSecret || [.location, .contentLocation, .referer].contains(name)
  }
}

extension HTTPResponse {
  /// The response without secrets.
  var redacted: HTTPResponse {
    HTTPResponse(status: status, headerFields: headerFields.redacted)
  }
}

extension Request {
  /// The URL without secrets; `nil` if it is invalid.
  var redactedURL: String? { (try? RequestURL(of: head))?.redacted }

  var redactedHead: HTTPRequest {
    let url = try? RequestURL(of: head)
    return HTTPRequest(
      method: head.method, scheme: url?.origin.scheme, authority: url?.authority,
      path: url.map { String($0.path) },
      headerFields: head.headerFields.redacted)
  }
}

extension Session.Redirect {
  var redacted: Session.Redirect {
    var request = request
    request.path = request.path.map { String($0.withoutQuery) }
    return Session.Redirect(
      request: request, response: response.redacted, number: number, isBodyReplayable: isBodyReplayable)
  }
}
