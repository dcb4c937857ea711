/// What may be done with a stored response that matches a request (RFC 9111 §4).
enum Reuse: Sendable, Equatable {
  /// It may be used.
  case use
  /// It may be used, but is to be validated in the background (RFC 5861 §3).
  case useAndValidate
  /// It must be validated before it is used.
  case validate

  /// Decides about a stored response.
  ///
  /// - Parameters:
  ///   - head: The stored response.
  ///   - freshness: Its freshness.
  ///   - request: The request.
  ///   - acceptsStale: Whether a stale response is acceptable, unless its origin forbids that.
  init(of head: StoredHead, _ freshness: Freshness, by request: CachingRequest, acceptsStale: Bool) {
    let control = request.control
    if head.control.isNoCache || !acceptsStale && request.demandsValidation {
      self = .validate
    } else if !acceptsStale, let limit = control.maximumAge, freshness.age >= limit * 1000,
      // A reload must not validate what never changes (RFC 8246 §2).
      !(head.control.isImmutable && freshness.isFresh)
    {
      self = .validate
    } else if !acceptsStale, let rest = control.minimumFreshness, freshness.rest < rest * 1000 {
      self = .validate
    } else if freshness.isFresh {
      self = .use
    } else if head.control.mustRevalidate {
      self = .validate
    } else if acceptsStale {
      self = .use
    } else if let limit = control.maximumStaleness, -freshness.rest <= limit * 1000 {
      self = .use
    } else if let limit = head.control.staleWhileRevalidate, limit > 0, -freshness.rest <= limit * 1000 {
      self = .useAndValidate
    } else {
      self = .validate
    }
  }

  /// Whether a stale response may be used because its origin fails (RFC 5861 §4).
  static func isAllowedOnError(
    _ head: StoredHead, _ freshness: Freshness, by request: CachingRequest
  ) -> Bool {
    if head.control.isNoCache || head.control.mustRevalidate || request.demandsValidation { return false }
    let seconds = max(head.control.staleIfError ?? 0, request.control.staleIfError ?? 0)
    return freshness.isFresh || -freshness.rest <= seconds * 1000 && seconds > 0
  }

  /// The statuses that count as failures of the origin.
  static let errorStatuses: Set<Int> = [500, 502, 503, 504]
}
