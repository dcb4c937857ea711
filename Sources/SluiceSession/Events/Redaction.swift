internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceGzip
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

extension Error {
  /// The error without text of a body and without secrets.
  ///
  /// Any error of a type that is not listed here is the caller's, or may quote what it was made from.
  var redacted: any Error {
    switch self {
    case let error as SessionError: error.redacted
    case let error as ResponseError:
      ResponseError(
        hidingBodyOf: error, response: error.response.redacted, underlying: error.underlying?.redacted)
    case is CancellationError, is BodyError, is GzipError, is HiddenError: self
    default: HiddenError(self)
    }
  }
}

extension SessionError {
  /// The error without its underlying error's text, unless that is known to hold no secrets.
  var redacted: SessionError {
    guard let underlying else { return self }
    // A message of its own holds no secrets.
    let error = SessionError(
      code, message: message == "\(underlying)" ? nil : message, underlying: underlying.redacted,
      proxyStatus: proxyStatus)
    return url.map(error.at) ?? error
  }
}

extension Session.Retry {
  /// The retry without secrets.
  var redacted: Session.Retry {
    guard case .error(let error) = reason else { return self }
    return Session.Retry(number: number, delay: delay, reason: .error(error.redacted))
  }
}
