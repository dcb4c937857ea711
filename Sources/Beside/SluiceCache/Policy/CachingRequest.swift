internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceTransport

/// The properties of a request that a cache's rules depend on.
struct CachingRequest: Sendable {
  let method: HTTPRequest.Method
  /// All fields that are sent.
  let fields: HTTPFields
  let control: CacheControl
  /// The range of bytes, or `nil` for the whole body.
  let range: RequestedRange?
  /// Whether a cache has to leave the request alone: several ranges, or conditions on another state than a cached one
  /// (RFC 9110 §13.1).
  let isOpaque: Bool

  init(method: HTTPRequest.Method, fields: HTTPFields) {
    self.method = method
    self.fields = fields
    control = CacheControl(fields[values: .cacheControl])
    let range = fields.value(of: .range)
    self.range = range.flatMap { RequestedRange($0) }
    let ifRange = fields.value(of: .ifRange)
    isOpaque =
      range != nil && (self.range == nil || method != .get) || fields.contains(.ifMatch)
      || fields.contains(.ifUnmodifiedSince) || ifRange.map { range == nil || EntityTag($0) == nil } == true
  }

  /// Whether the request can only be responded to after its origin was asked (RFC 9111 §5.2.1.4 and §5.4).
  var demandsValidation: Bool {
    if control.isNoCache { return true }
    guard !fields.contains(.cacheControl), let pragma = HTTPField.Name("Pragma"), fields.contains(pragma)
    else { return false }
    return fields.members(of: pragma).contains("no-cache")
  }

  /// Whether the caller asks whether its own copy is current (RFC 9110 §13.1.2 and §13.1.3).
  var isConditional: Bool { fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince) }

  /// Whether a stored response is the caller's own copy, so that the response is 304 (Not Modified). Conditions are
  /// about successful responses only (RFC 9110 §13.2.1).
  func hasCopy(of head: StoredHead) -> Bool {
    guard 200..<300 ~= head.status.code else { return false }
    if let text = fields.value(of: .ifNoneMatch) {
      if text.utf8.filter({ !" \t".utf8.contains($0) }).elementsEqual("*".utf8) { return true }
      guard let tag = head.entityTag, let tags = EntityTag.list(text) else { return false }
      return tags.contains { $0.isWeaklyEqual(to: tag) }
    }
    guard let since = Freshness.time(fields, .ifModifiedSince) else { return false }
    return
      (Freshness.time(head.fields, .lastModified) ?? Freshness.time(head.fields, .date) ?? head.responseTime)
      <= since
  }

  /// Whether the request accepts a body with these content codings (RFC 9110 §12.5.3).
  func accepts(_ codings: [String]) -> Bool {
    guard !codings.isEmpty, fields.contains(.acceptEncoding) else { return true }
    var accepted: [Substring: Bool] = [:]
    for member in fields.members(of: .acceptEncoding) {
      let parts = member.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
      guard let name = parts.first else { continue }
      let isRefused = parts.dropFirst().contains {
        $0.hasPrefix("q=0") && $0.dropFirst(2).allSatisfy("0.".contains)
      }
      accepted[name] = !isRefused && accepted[name] ?? true
    }
    return codings.allSatisfy { accepted[$0[...]] ?? accepted["*"] ?? false }
  }

  /// Whether a range of a stored response may be sent, rather than the whole body (RFC 9110 §13.1.5).
  func mayHaveRange(of head: StoredHead) -> Bool {
    guard let text = fields.value(of: .ifRange) else { return true }
    guard let condition = EntityTag(text), let tag = head.entityTag else { return false }
    return condition.isStronglyEqual(to: tag)
  }
}

/// The value of a `Range` field with a single range of bytes (RFC 9110 §14.1.2).
enum RequestedRange: Sendable, Equatable {
  /// From an offset to the last byte or a limit: `bytes=5-` or `bytes=5-9`.
  case from(Int64, through: Int64?)
  /// The last bytes: `bytes=-5`.
  case last(Int64)

  /// Parses the value. The result is `nil` for several ranges, another unit, and anything malformed.
  init?(_ text: String) {
    let bytes = Array(text.utf8.filter { !" \t".utf8.contains($0) })
    let unit = Array("bytes=".utf8)
    guard bytes.count > unit.count,
      String(decoding: bytes.prefix(unit.count), as: UTF8.self).lowercased() == "bytes="
    else { return nil }
    let parts = bytes.dropFirst(unit.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2 else { return nil }
    switch (Int64(decimal: parts[0]), Int64(decimal: parts[1])) {
    case (let first?, nil) where parts[1].isEmpty: self = .from(first, through: nil)
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (nil, let count?) where parts[0].isEmpty && count > 0: self = .last(count)
    default: return nil
    }
  }

  /// Returns the positions of the bytes in a body, or `nil` if it has none of them.
  func positions(in byteCount: Int64) -> Range<Int64>? {
    switch self {
    case .from(let first, let last):
      guard first < byteCount else { return nil }
      return first..<(min(last ?? .max, byteCount - 1) + 1)
    case .last(let count):
      guard byteCount > 0 else { return nil }
      return (byteCount - min(count, byteCount))..<byteCount
    }
  }
}
