public import HTTPTypes
public import SluiceBody
public import SluiceCoding
public import SluiceSerialization
internal import SluiceTransport

extension Session {
  /// Creates a request for a URL, or for a reference that is resolved against the configuration's base URL (RFC 3986
  /// §5).
  ///
  /// ```swift
  /// var request = try session.request(.put, "notes/\(id)", body: .bytes(bytes))
  /// request.fields[.ifMatch] = tag
  /// let response = try await session.send(request)
  /// ```
  ///
  /// User-info in the URL becomes an `Authorization` field for HTTP Basic, unless `fields` has that field.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - reference: A URL, or a reference relative to the base URL. Interpolated values are escaped.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: The fields. Defaults to none; those of the configuration are added when the request is sent.
  ///   - options: The settings of this request. Defaults to `nil`, those of the session.
  ///   - body: The body. Defaults to `nil`.
  /// - Throws: A ``SessionError`` with the code `invalid-url`; the errors of the query's encoder.
  public func request(
    _ method: HTTPRequest.Method, _ reference: Reference, query: Query.Parameters = [:],
    fields: HTTPFields = [:], options: SessionRequest.Options? = nil, body: (any BodySource)? = nil
  ) throws -> SessionRequest {
    if let problem = reference.problem { throw SessionError(.invalidURL, message: problem) }
    let url = try runner.settings.base.resolve(reference.text)
    runner.settings.baseURLWarning?.log(reference.text, resolvedTo: url)
    var fields = fields
    if let userInfo = url.userInfo, fields[.authorization] == nil {
      fields[.authorization] = AuthorizationField.basic(user: userInfo.user, password: userInfo.password)
    }
    let head = HTTPRequest(
      method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target,
      headerFields: fields)
    var request = SessionRequest(head, body: body)
    request.appendQuery(try query.text(configuration.encoder.query))
    if let options { request.options = options }
    return request
  }

  /// Creates a request with a value as its body.
  ///
  /// ```swift
  /// let request = try session.request(.post, "orders", order)
  /// ```
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - reference: A URL, or a reference relative to the base URL. Interpolated values are escaped.
  ///   - input: The value, or `nil` for no body.
  ///   - encoder: Writes the value into the request: `.json`, `.propertyList` or `.urlEncoded`. Defaults to the format
  ///     of ``Configuration/encoder``.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: The fields. Defaults to none.
  ///   - options: The settings of this request. Defaults to `nil`, those of the session.
  /// - Throws: A ``SessionError`` with the code `invalid-url`; the errors of the encoders.
  public func request(
    _ method: HTTPRequest.Method, _ reference: Reference, _ input: (any Encodable & SendableMetatype)?,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil
  ) throws -> SessionRequest {
    try request(method, reference, query: query, fields: fields, options: options) { request in
      if let input { try encoder.encode(input, into: &request, defaults: configuration.encoder) }
    }
  }

  /// Creates a request with a value that a custom encoder writes.
  ///
  /// See `request(_:_:_:encoding:query:fields:options:)` for the parameters.
  @_disfavoredOverload
  public func request<Input>(
    _ method: HTTPRequest.Method, _ reference: Reference, _ input: Input,
    encoding encoder: RequestEncoder<Input>, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil
  ) throws -> SessionRequest {
    try request(method, reference, query: query, fields: fields, options: options) { request in
      try encoder.encode(input, into: &request, defaults: configuration.encoder)
    }
  }

  /// Creates a request with the body that a closure writes.
  private func request(
    _ method: HTTPRequest.Method, _ reference: Reference, query: Query.Parameters, fields: HTTPFields,
    options: SessionRequest.Options?, encoding encode: (inout SessionRequest) throws -> Void
  ) throws -> SessionRequest {
    var fields = fields
    // An encoder sets the type of its body, unless the caller has.
    fields[.contentType] = fields[.contentType] ?? configuration.fields[.contentType]
    var request = try request(method, reference, query: query, fields: fields, options: options)
    try encode(&request)
    return request
  }
}
