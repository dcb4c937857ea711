internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceSupport

/// The easy handles of a loop: new ones, and those that plain requests use again (``ExchangeRequest/isPlain``).
///
/// ```
///  GET                   new ─► configured whole ─► succeeds ─► spare
///  GET                 spare ─► what differs ─────► succeeds ─► spare
///  GET                 spare ─► what differs ─────► fails or is cancelled ─► freed
///  POST, a password…     new ─► configured whole ─► ends ─► freed
/// ```
///
/// Using a handle again saves about a tenth of the instructions of a small GET. Used on the loop thread only.
struct EasyHandles {
  /// The maximum number of spare handles, of several KiB each.
  private static let capacity = 64
  private(set) var spares: [CurlEasy] = []

  /// Returns a handle for a request.
  ///
  /// - Parameter id: The number that ``CurlMulti/nextFinished()`` returns for the handle.
  /// - Throws: A ``SessionError`` with the code `out-of-resources`.
  mutating func handle(_ id: Int, for request: ExchangeRequest) throws(SessionError) -> CurlEasy {
    guard request.isPlain, let spare = spares.popLast() else { return try CurlEasy(id: id) }
    spare.set(id: id)
    return spare
  }

  /// Keeps the handle of a plain request that has succeeded, if it can be used again.
  mutating func keep(_ easy: CurlEasy) {
    guard easy.isReusable, spares.count < Self.capacity else { return }
    easy.clear()
    spares.append(easy)
  }
}

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
