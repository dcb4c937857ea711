internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

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
  fileprivate var codingNames: [String] {
    self[values: .contentEncoding]
      .flatMap { $0.utf8.split(whereSeparator: { " \t,".utf8.contains($0) }) }
      .map { String(Substring($0)).lowercased() }
      .filter { $0 != "identity" }
  }
}
