public import HTTPTypes
public import SluiceBody
internal import SluiceCoding

/// A request and its body: all that is needed to send it, once or again.
///
/// ```swift
/// var request = try session.request(.post, "users")
/// try RequestSerializer.json.serialize(user, into: &request)
/// print(request.curlCommand())
/// let response = try await session.send(request)
/// ```
public struct Request: Sendable {
  /// Method, URL and fields.
  public var head: HTTPRequest
  /// None by default. Its own `Content-Type` is sent where the fields have none.
  public var body: (any BodySource)?

  public init(_ head: HTTPRequest, body: (any BodySource)? = nil) {
    self.head = head
    self.body = body
  }

  /// The URL that the head says, such as `https://host/path?query`; nil where it has no scheme or no authority.
  public var url: String? {
    guard let scheme = head.scheme, let authority = head.authority else { return nil }
    return "\(scheme)://\(authority)\(head.path ?? "/")"
  }
}

extension Request {
  /// Adds to the URL's query, behind an `&` where there is one already. An empty text adds nothing, no `?` either.
  ///
  /// - Parameter text: escaped already.
  public mutating func appendQuery(_ text: String) {
    let path = head.path ?? "/"
    let parts = path.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard let query = URIReference.joinQueries(parts.count > 1 ? parts[1] : nil, text) else { return }
    head.path = "\(parts[0])?\(query)"
  }

  /// Gives the request a body, and a `Content-Type` unless the fields have one.
  public mutating func setBody(_ body: some BodySource, contentType: String?) {
    self.body = body
    if let contentType, head.headerFields[.contentType] == nil {
      head.headerFields[.contentType] = contentType
    }
  }
}
