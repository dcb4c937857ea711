public import HTTPTypes
public import SluiceBody
public import SluiceSerialization
public import SluiceTransport

extension Session {
  /// Creates a request for a URL, or for a reference that is resolved against the configuration's base URL (RFC 3986
  /// §5).
  ///
  /// ```swift
  /// var request = try session.request(.put, "notes/1", body: BytesSource(bytes))
  /// request.head.headerFields[.ifMatch] = tag
  /// let response = try await session.send(request)
  /// ```
  ///
  /// User-info in the URL becomes an `Authorization` field for HTTP Basic, unless `fields` has that field.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - fields: The fields. Defaults to none; those of the configuration are added when the request is sent.
  ///   - body: The body. Defaults to `nil`.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  public func request(
    _ method: HTTPRequest.Method, _ reference: String, fields: HTTPFields = [:],
    body: (any BodySource)? = nil
  ) throws(SessionError) -> Request {
    let url = try runner.settings.base.resolve(reference)
    runner.settings.baseURLWarning?.log(reference, resolvedTo: url)
    var fields = fields
    if let userInfo = url.userInfo, fields[.authorization] == nil {
      fields[.authorization] = .basic(user: userInfo.user, password: userInfo.password)
    }
    let head = HTTPRequest(
      method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target,
      headerFields: fields)
    return Request(head, body: body)
  }

  /// Creates a request with a value, in its URL or as its body.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value, or `nil` for none.
  ///   - serializer: Writes the value into the request: `.json`, `.query`, `.form`, `.propertyList`, `.multipart`,
  ///     `.body`, or a custom one. Those without an encoder use that of ``Configuration/serializer``.
  ///   - fields: The fields. Defaults to none.
  /// - Throws: A ``SessionError`` with the code `invalid-url`; the errors of the serializer.
  public func request<Input>(
    _ method: HTTPRequest.Method, _ reference: String, _ input: Input?,
    as serializer: RequestSerializer<Input>, fields: HTTPFields = [:]
  ) throws -> Request {
    var fields = fields
    // The serializer sets the type of its body, unless the caller has.
    fields[.contentType] = fields[.contentType] ?? configuration.fields[.contentType]
    var request = try request(method, reference, fields: fields)
    try serializer.serialize(input, into: &request, defaults: configuration.serializer)
    return request
  }

  /// Creates a request with a value that the configuration's default serializer writes.
  ///
  /// ```swift
  /// let request = try session.request(.post, "orders", order)
  /// ```
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value.
  ///   - fields: The fields. Defaults to none.
  /// - Throws: A ``SessionError`` with the code `invalid-url`; the errors of the serializer.
  public func request<Input: Encodable & SendableMetatype>(
    _ method: HTTPRequest.Method, _ reference: String, _ input: Input, fields: HTTPFields = [:]
  ) throws -> Request {
    try request(
      method, reference, input, as: configuration.serializer.serializer(for: Input.self), fields: fields)
  }
}
