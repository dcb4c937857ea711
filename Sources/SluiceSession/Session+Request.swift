public import HTTPTypes
public import SluiceBody
public import SluiceSerialization

extension Session {
  /// A request for a URL, or a reference to be resolved against the configuration's base URL (RFC 3986 §5). User-info in
  /// it becomes HTTP Basic authorization.
  ///
  /// - Throws: a ``SessionError`` with the code `invalid-url`.
  public func request(
    _ method: HTTPRequest.Method, _ reference: String, fields: HTTPFields = [:],
    body: (any BodySource)? = nil
  ) throws(SessionError) -> Request {
    let url = try RequestURL(reference, relativeTo: settings.configuration.baseURL)
    var fields = fields
    if let userInfo = url.userInfo, fields[.authorization] == nil {
      fields[.authorization] = .basic(user: userInfo.user, password: userInfo.password)
    }
    let head = HTTPRequest(
      method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target,
      headerFields: fields)
    return Request(head, body: body)
  }

  /// A request with a value in it, in the URL or as the body.
  ///
  /// - Parameters:
  ///   - input: nil leaves the request without it.
  ///   - serializer: `.json`, `.query`, `.form`, `.propertyList`, `.multipart`, `.body`, or one of your own.
  /// - Throws: a ``SessionError`` with the code `invalid-url`; what the serializer throws.
  public func request<Input>(
    _ method: HTTPRequest.Method, _ reference: String, _ input: Input?,
    as serializer: RequestSerializer<Input>, fields: HTTPFields = [:]
  ) throws -> Request {
    var request = try request(method, reference, fields: fields)
    try serializer.serialize(input, into: &request)
    return request
  }
}
