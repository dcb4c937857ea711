public import HTTPTypes
public import SluiceBody
internal import SluiceCoding
internal import SluiceMultipart

/// A request with its body: everything that is needed to send it, once or repeatedly.
///
/// ```swift
/// var request = try session.request(.post, "users")
/// request.fields[.ifNoneMatch] = "*"
/// try RequestEncoder.json.encode(user, into: &request)
/// print(request.curlCommand())
/// let response = try await session.send(request)
/// ```
public struct SessionRequest: Sendable {
  /// The method, the URL and the header fields.
  public var head: HTTPRequest
  /// The body, or `nil` if there is none.
  ///
  /// Its own content type is sent if the header fields have no `Content-Type`. If they have one and the body is a form,
  /// its boundary is added. If they name another type or boundary than the form's, sending the request is an error,
  /// with the code `content-type-conflict` of `MultipartError`.
  public var body: (any BodySource)?
  /// The settings of this request for the session, whose type the session knows, or `nil` for none.
  package var sessionOptions: (any Sendable)?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - head: The method, the URL and the header fields.
  ///   - body: The body. Defaults to `nil`.
  public init(_ head: HTTPRequest, body: (any BodySource)? = nil) {
    self.head = head
    self.body = body
  }

  /// The method of the head.
  public var method: HTTPRequest.Method {
    get { head.method }
    set { head.method = newValue }
  }

  /// The path of the head without its query, percent-encoded, such as `/v1/users/1`. Setting it keeps the query.
  public var path: String {
    get { String(Substring((head.path ?? "/").utf8.prefix { $0 != UInt8(ascii: "?") })) }
    set { head.path = newValue + Substring((head.path ?? "").utf8.drop { $0 != UInt8(ascii: "?") }) }
  }

  /// The header fields of the head.
  public var fields: HTTPFields {
    get { head.headerFields }
    set { head.headerFields = newValue }
  }

  /// The URL of the head, such as `https://host/path?query`, or `nil` if the head has no scheme or no authority.
  public var url: String? {
    guard let scheme = head.scheme, let authority = head.authority else { return nil }
    return "\(scheme)://\(authority)\(head.path ?? "/")"
  }
}

extension SessionRequest: CustomStringConvertible, CustomReflectable {
  /// The method, and the URL without user info, query and fragment, because everything else may hold secrets.
  public var description: String { "\(head.method.rawValue) \(head.redactedURL ?? "")" }

  /// A mirror without children, so that printing the value shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionRequest {
  /// Appends to the query of the URL, after an `&` if there is a query already.
  ///
  /// - Parameter text: The percent-encoded query to append. If it is empty, the URL remains unchanged.
  public mutating func appendQuery(_ text: String) {
    let path = head.path ?? "/"
    let parts = path.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard let query = URIReference.joinQueries(parts.count > 1 ? parts[1] : nil, text) else { return }
    head.path = "\(parts[0])?\(query)"
  }

  /// Returns the value of `Content-Type` to send: that of the fields or of the body.
  ///
  /// - Parameter fields: The fields of the head, with those of the session.
  /// - Throws: ``ErrorCode/contentTypeConflict`` if the body is a form, and the fields name another type or
  ///   boundary.
  package func contentType(in fields: HTTPFields) throws -> String? {
    guard let value = fields[.contentType] else { return body?.contentType }
    return try MultipartForm.contentType(value, of: body?.contentType)
  }

  /// Sets the body, and the `Content-Type` field unless there is one already.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - contentType: The value of the field, or `nil` to leave the fields unchanged.
  public mutating func setBody(_ body: some BodySource, contentType: String?) {
    self.body = body
    if let contentType, head.headerFields[.contentType] == nil {
      head.headerFields[.contentType] = contentType
    }
  }
}
