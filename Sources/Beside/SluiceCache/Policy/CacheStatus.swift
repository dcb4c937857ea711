internal import HTTPTypes

/// How a cache has handled a request: a member of the field `Cache-Status` (RFC 9211).
///
/// ```
///  sluice; hit; ttl=59
///  sluice; fwd=stale; fwd-status=304; ttl=60
///  sluice; fwd=uri-miss; fwd-status=200; stored
/// ```
enum CacheStatus: Sendable, Equatable {
  /// The reason for which a request was sent (§2.2).
  enum Reason: String, Sendable {
    /// The policy asks for it.
    case request
    /// There is no entry for the URL.
    case uriMiss = "uri-miss"
    /// There are entries for the URL, but none for the request's fields.
    case varyMiss = "vary-miss"
    /// The entry must be validated.
    case stale
    /// The entry is incomplete.
    case partial
  }

  /// The response is a stored one. It is stale by a negative number of seconds.
  case hit(secondsLeft: Int64)
  /// A request was sent, and the server has confirmed the stored response.
  case validated(Reason, secondsLeft: Int64)
  /// A request was sent.
  case forwarded(Reason, status: Int, isStored: Bool, isCollapsed: Bool)
  /// There is no stored response that may be used, and no request may be sent.
  case refused

  private static let fieldName = HTTPField.Name("Cache-Status")

  var text: String {
    switch self {
    case .hit(let seconds): "sluice; hit; ttl=\(seconds)"
    case .validated(let reason, let seconds): "sluice; fwd=\(reason.rawValue); fwd-status=304; ttl=\(seconds)"
    case .forwarded(let reason, let status, let isStored, let isCollapsed):
      "sluice; fwd=\(reason.rawValue); fwd-status=\(status)" + (isStored ? "; stored" : "")
        + (isCollapsed ? "; collapsed" : "")
    case .refused: "sluice; detail=only-if-cached"
    }
  }

  /// Adds the status after those of other caches.
  func append(to fields: inout HTTPFields) {
    if let name = Self.fieldName { fields.append(HTTPField(name: name, value: text)) }
  }
}
