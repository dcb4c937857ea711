internal import HTTPTypes
internal import Logging
internal import SluiceSerialization

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
  /// Whether a log leaves the value out: a secret, or a URL, in whose user-info or query there may be one.
  fileprivate var isHidden: Bool {
    isSecret || [.location, .contentLocation, .referer].contains(name)
  }
}
