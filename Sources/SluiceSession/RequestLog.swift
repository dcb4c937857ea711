internal import HTTPTypes
internal import Logging

extension Logger {
  func log(_ request: ExchangeRequest) {
    debug("> \(request.method.rawValue) \(request.url.redacted)")
    log(request.fields, after: ">")
  }

  func log(_ head: HTTPResponse, from request: ExchangeRequest) {
    debug("< \(head.status)")
    log(head.headerFields, after: "<")
  }

  private func log(_ fields: HTTPFields, after mark: String) {
    for field in fields {
      debug("\(mark) \(field.name): \(field.isHidden ? "(hidden)" : field.value)")
    }
  }
}

extension HTTPField {
  /// Whether the value stays with the origin it belongs to, and out of every log: credentials, cookies, and what is
  /// marked as never to be indexed (RFC 7541 §7.1.3).
  var isSecret: Bool {
    let names: Set<Name> = [.authorization, .proxyAuthorization, .cookie, .setCookie]
    return names.contains(name) || indexingStrategy == .disallow
  }

  /// Whether a log leaves the value out: a secret, or a URL, in whose user-info or query there may be one.
  fileprivate var isHidden: Bool {
    isSecret || [.location, .contentLocation, .referer].contains(name)
  }
}
