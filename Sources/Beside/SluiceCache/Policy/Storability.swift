internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

extension StoredHead {
  /// Creates the head to store of a response to GET, or `nil` if a private cache does not keep the response (RFC 9111
  /// §3).
  ///
  /// A response that could never be used is not kept: it is stale at once, and nothing can validate it.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  ///   - httpVersion: The version of HTTP of the response.
  ///   - completeLength: The size of the body, or `nil` if it is unknown.
  ///   - requestTime: The time at which the request was sent.
  ///   - responseTime: The time at which the response was received.
  ///   - heuristics: Whether a lifetime is estimated for a response that declares none.
  init?(
    of response: HTTPResponse, to request: CachingRequest, httpVersion: String, completeLength: Int64?,
    requestTime: WallTime, responseTime: WallTime, heuristics: Bool
  ) {
    let fields = response.headerFields
    let control = CacheControl(fields[values: .cacheControl])
    guard request.method == .get, !request.control.isNoStore,
      !Self.unstoredStatuses.contains(response.status.code)
    else { return nil }
    if let type = fields.value(of: .contentType).flatMap({ try? MediaType(parsing: $0) }),
      Self.streams.contains(type.essence)
    {
      return nil
    }
    guard let selectingFields = SelectingFields(of: fields, control) else { return nil }
    self.init(
      status: response.status, fields: fields, httpVersion: httpVersion, requestTime: requestTime,
      responseTime: responseTime, selectingFields: selectingFields, completeLength: completeLength)
    if response.status == .partialContent {
      // Multipart responses are not taken apart.
      guard let range = fields.value(of: .contentRange).flatMap({ ContentRange($0) }) else { return nil }
      (offset, self.completeLength) = (range.range.lowerBound, range.completeLength)
    }
    guard mayBeStored else { return nil }
    let lifetime = freshness(at: responseTime, heuristics: heuristics).lifetime
    let mayBeStale = (control.staleWhileRevalidate ?? 0) > 0 || (control.staleIfError ?? 0) > 0
    guard hasValidator || !control.isNoCache && (lifetime > 0 || mayBeStale) else { return nil }
    let isExplicit =
      control.maximumAge != nil || fields.contains(.expires) || control.isPublic || control.isPrivate
    guard isExplicit || Freshness.heuristicStatuses.contains(response.status.code) else { return nil }
  }

  /// Whether the directives allow to store the response.
  var mayBeStored: Bool {
    control.mustUnderstand ? Self.understoodStatuses.contains(status.code) : !control.isNoStore
  }

  /// Whether the response depends on no other fields of a request than ``selectingFields``.
  ///
  /// A response that confirms a stored one can name other fields in `Vary`, or be for one user only.
  var isSelectedByEnoughFields: Bool {
    guard let current = SelectingFields(of: fields, control) else { return false }
    return Set(current.names).isSubset(of: selectingFields.names)
  }

  /// Whether a conditional request can tell whether the response is current.
  var hasValidator: Bool { entityTag != nil || Freshness.time(fields, .lastModified) != nil }

  /// The statuses of responses that are about one exchange only.
  private static let unstoredStatuses: Set<Int> = [304, 401, 407, 416]
  /// The statuses whose meaning for caches is known (RFC 9111 §5.2.2.3).
  private static let understoodStatuses = Freshness.heuristicStatuses.union([
    302, 303, 307, 400, 403, 500, 502, 503,
  ])
  /// The media types of responses that have no end.
  private static let streams: Set<String> = ["text/event-stream", "multipart/x-mixed-replace"]
}
