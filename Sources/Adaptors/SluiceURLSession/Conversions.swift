public import Foundation
public import FoundationNetworking
public import HTTPTypes
internal import SluiceBody
public import SluiceSerialization

extension URLRequest {
  /// Creates a request with the method, the URL and the fields of another one, without its body.
  ///
  /// ```swift
  /// let (data, response) = try await URLSession.shared.data(for: URLRequest(request))
  /// let user = try await ResponseDecoder.json(User.self).decode(data, response)
  /// ```
  ///
  /// A body is sent by `URLSession.send(_:)`, because reading it may take time. Here, it only sets `Content-Type`,
  /// unless the request has that field, whose value gets the boundary of a form. Fields with the same name are joined
  /// to one.
  ///
  /// - Parameter request: The request, with an absolute URL.
  /// - Throws: A `URLError` with the code `badURL`; a `MultipartError` with the code `content-type-conflict` if the
  ///   body is a form, and the request names another type or boundary.
  public init(_ request: SessionRequest) throws {
    guard let text = request.url, let url = URL(string: text) else { throw URLError(.badURL) }
    self.init(url: url)
    httpMethod = request.head.method.rawValue
    for field in request.head.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if request.body != nil, let type = try request.contentType(in: request.head.headerFields) {
      setValue(type, forHTTPHeaderField: "Content-Type")
    }
  }
}

extension HTTPResponse {
  /// Creates a response with the status and the fields of another one, or `nil` if that is not of HTTP.
  ///
  /// `URLSession` joins fields with the same name to one.
  public init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, (100...999).contains(response.statusCode) else {
      return nil
    }
    self.init(status: .init(code: response.statusCode))
    for (name, value) in response.allHeaderFields {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
        continue
      }
      headerFields.append(HTTPField(name: name, value: value))
    }
  }
}

extension ResponseDecoder {
  /// Validates a response of a `URLSession`, and decodes its body.
  ///
  /// - Parameters:
  ///   - body: The body. `URLSession` has removed its content coding.
  ///   - response: The response.
  ///   - request: The request that led to the response, for error messages. Defaults to `nil`.
  /// - Throws: A `ResponseError`; a `URLError` with the code `badServerResponse` if the response is not of HTTP; a
  ///   `CancellationError` if the task is cancelled.
  public func decode(_ body: Data, _ response: URLResponse, for request: SessionRequest? = nil) async throws
    -> Output
  {
    guard let head = HTTPResponse(response) else { throw URLError(.badServerResponse) }
    return try await decode(head, for: request?.head, body: [UInt8](body))
  }
}
