internal import Foundation
public import FoundationNetworking
internal import HTTPTypes
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
  public init(_ request: Request) throws {
    guard let text = request.url, let url = URL(string: text) else { throw URLError(.badURL) }
    self.init(url: url)
    httpMethod = request.head.method.rawValue
    for field in request.head.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if request.body != nil, let type = try request.contentType(in: request.head.headerFields) {
      setValue(type, forHTTPHeaderField: "Content-Type")
    }
  }
}
