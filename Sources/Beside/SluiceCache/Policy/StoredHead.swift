internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// The head of a stored response, with what is needed to judge it later.
package struct StoredHead: Sendable, Equatable {
  var status: HTTPResponse.Status
  /// The fields, without those that are never stored. ``replaceFields(by:)`` sets them with their directives.
  var fields: HTTPFields
  /// The directives of the `Cache-Control` fields.
  var control: CacheControl
  /// The version of HTTP, such as `2`.
  var httpVersion: String
  /// The time at which the request was sent.
  var requestTime: WallTime
  /// The time at which the response was received.
  var responseTime: WallTime
  let selectingFields: SelectingFields
  /// The offset of the stored bytes in the complete body; 0 unless the response is a range from elsewhere.
  var offset: Int64 = 0
  /// The size of the complete body, or `nil` if it is unknown.
  var completeLength: Int64?

  /// Creates the head of a response from its start on, without the fields that are never stored.
  init(
    status: HTTPResponse.Status, fields: HTTPFields, httpVersion: String, requestTime: WallTime,
    responseTime: WallTime, selectingFields: SelectingFields, completeLength: Int64?
  ) {
    self.status = status
    control = CacheControl(fields[values: .cacheControl])
    self.fields = Self.storable(fields, control)
    self.httpVersion = httpVersion
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.selectingFields = selectingFields
    self.completeLength = completeLength
  }

  /// Notes that the stored bytes are now the complete body.
  mutating func becomeWhole(byteCount: Int64) {
    status = .ok
    fields[.contentRange] = nil
    fields = fields.withoutMessageDigests
    offset = 0
    completeLength = byteCount
  }

  /// Notes that the stored bytes are those of several ranges.
  mutating func becomeJoined() { fields = fields.withoutMessageDigests }

  /// The head to respond with, without the fields that describe the body's size.
  var response: HTTPResponse { HTTPResponse(status: status, headerFields: fields) }

  var entityTag: EntityTag? { fields.value(of: .eTag).flatMap { EntityTag($0) } }

  /// The tag if it identifies the body byte for byte, so that ranges can be combined (RFC 9110 §8.8.1).
  var strongTag: EntityTag? { entityTag.flatMap { $0.isWeak ? nil : $0 } }

  /// Returns the freshness at a time.
  package func freshness(at now: WallTime, heuristics: Bool) -> Freshness {
    Freshness(
      status: status.code, fields: fields, control: control, requestTime: requestTime,
      responseTime: responseTime, now: now, heuristics: heuristics)
  }

  /// Replaces the fields that a response to a conditional request or to HEAD has, too (RFC 9111 §3.2).
  ///
  /// Those that describe the stored bytes stay.
  mutating func update(with new: HTTPFields, requestTime: WallTime, responseTime: WallTime) {
    let new = Self.storable(new, CacheControl(new[values: .cacheControl]))
      .filter { !Self.bodyFields.contains($0.name.canonicalName) }
    let names = Set(new.map(\.name))
    // An age and a date belong to the response that had them. Without a date, a response is from the time at which it
    // was received (RFC 9110 §6.6.1).
    var updated = HTTPFields(
      fields.filter { !names.contains($0.name) && $0.name != .age && $0.name != .date })
    for field in new { updated.append(field) }
    replaceFields(by: updated)
    self.requestTime = requestTime
    self.responseTime = responseTime
  }

  /// Replaces all fields by those that may be stored of others.
  mutating func replaceFields(by fields: HTTPFields) {
    control = CacheControl(fields[values: .cacheControl])
    self.fields = Self.storable(fields, control)
  }

  /// Returns those fields of a response to a conditional request that its caller receives, although they are not
  /// stored: cookies, and fields that are valid for one response only (RFC 9111 §5.2.2.4).
  func passedFields(of response: HTTPFields) -> HTTPFields {
    let names = Set(control.noCacheFields).union(["set-cookie", "set-cookie2"])
    return HTTPFields(response.filter { names.contains($0.name.canonicalName) })
  }

  /// The fields that belong to the stored bytes. A digest of the representation is one of them: a response that
  /// confirms a weak tag may be about other bytes.
  private static let bodyFields = HTTPFields.messageDigests.union([
    "content-encoding", "content-range", "digest", "repr-digest",
  ])

  /// The fields that are never stored: those of the connection, secrets, and the size, which is known.
  private static let unstoredFields: Set<String> = [
    "connection", "content-length", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2", "te", "trailer",
    "transfer-encoding",
    "upgrade",
  ]

  private static func storable(_ fields: HTTPFields, _ control: CacheControl) -> HTTPFields {
    var names = unstoredFields.union(control.noCacheFields)
    for value in fields[values: .connection] {
      for name in value.utf8.split(whereSeparator: { " \t,".utf8.contains($0) }) {
        names.insert(String(Substring(name)).lowercased())
      }
    }
    return HTTPFields(fields.filter { !names.contains($0.name.canonicalName) })
  }
}

extension HTTPFields {
  /// The names of digests of the content of one message (RFC 9530 §2), in lower case.
  fileprivate static let messageDigests: Set<String> = ["content-digest", "content-md5"]

  /// The fields of a message that has other content than the stored one.
  var withoutMessageDigests: HTTPFields {
    HTTPFields(filter { !Self.messageDigests.contains($0.name.canonicalName) })
  }
}

extension StoredHead {
  /// The fields that ask whether the stored response is current, or no fields if nothing can tell (RFC 9111 §4.3.1).
  var conditions: HTTPFields {
    var conditions = HTTPFields()
    if entityTag != nil { conditions[.ifNoneMatch] = fields.value(of: .eTag) }
    if Freshness.time(fields, .lastModified) != nil {
      conditions[.ifModifiedSince] = fields.value(of: .lastModified)
    }
    return conditions
  }

  /// Whether a 304 (Not Modified) is about the stored response, and not another one (RFC 9111 §4.3.4).
  ///
  /// A strong tag confirms only the same strong tag: it would make the bytes of a weak one those of its own version.
  func isConfirmed(by fields: HTTPFields) -> Bool {
    if let tag = fields.value(of: .eTag).flatMap({ EntityTag($0) }) {
      return entityTag.map { tag.isWeak ? tag.isWeaklyEqual(to: $0) : tag.isStronglyEqual(to: $0) } ?? false
    }
    if let modified = Freshness.time(fields, .lastModified),
      let own = Freshness.time(self.fields, .lastModified)
    {
      return modified == own
    }
    return true
  }

  /// Whether another response has the same content codings, so that its bytes can be combined with the stored ones.
  ///
  /// - Parameters:
  ///   - fields: The fields of the other response.
  ///   - mayBeLeftOut: Whether a response without codings has the stored ones, as one to a request with `If-Range`
  ///     (RFC 9110 §15.3.7).
  func hasCodings(of fields: HTTPFields, mayBeLeftOut: Bool) -> Bool {
    if mayBeLeftOut, !fields.contains(.contentEncoding) { return true }
    return fields.codingNames == self.fields.codingNames
  }

  /// Whether the response to HEAD is about the stored response (RFC 9111 §4.3.5).
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - storedByteCount: The size of the stored body.
  func isCurrent(accordingTo fields: HTTPFields, storedByteCount: Int64) -> Bool {
    for name in [HTTPField.Name.eTag, .lastModified] where fields.contains(name) {
      if fields.value(of: name) != self.fields.value(of: name) { return false }
    }
    return fields.value(of: .contentLength).map { $0 == String(storedByteCount) } ?? true
  }
}

extension HTTPFields {
  /// The names of the content codings in lower case, in the order in which they were applied.
  var codingNames: [String] { members(of: .contentEncoding).filter { $0 != "identity" } }
}
