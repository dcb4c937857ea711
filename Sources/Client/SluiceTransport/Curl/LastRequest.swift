internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceSupport

/// What an easy handle knows of the last plain request that has used it (``ExchangeRequest/isPlain``), so that the
/// next one sets only the options that differ.
final class LastRequest {
  let url: RequestURL
  /// The limit that the handle has: `nil` if there was none, or it was removed while the exchange was suspended.
  var timeLimit: Duration?
  private let fields: HTTPFields
  private let hasCredential: Bool

  init(_ request: ExchangeRequest) {
    (url, timeLimit, fields) = (request.url, request.policy.timeLimit, request.fields)
    hasCredential = request.credential != nil
  }

  /// Whether the URL of another request is the same.
  func hasURL(of request: ExchangeRequest) -> Bool {
    url.target == request.url.target && url.authority == request.url.authority
      && url.origin.scheme == request.url.origin.scheme
  }

  /// Whether the lines of another plain request's fields are the same, byte for byte.
  func hasLines(of request: ExchangeRequest) -> Bool {
    guard !hasCredential, request.credential == nil, fields.count == request.fields.count else {
      return false
    }
    return fields.indices.allSatisfy { index in
      let (field, other) = (fields[index], request.fields[index])
      return field.name.rawName.utf8.span.isEqual(to: other.name.rawName.utf8.span)
        && field.hasValue(of: other)
    }
  }
}
