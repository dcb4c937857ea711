public import HTTPTypes
public import SluiceJSON

/// A request that a ``StubTransport`` has received.
///
/// ```swift
/// let request = try #require(stub.requests.first)
/// #expect(request.path == "/v1/users" && request.fields[.authorization] == "Bearer t1")
/// #expect(try request.json(User.self) == user)
/// ```
public struct RecordedRequest: Sendable {
  /// The method, the URL and the fields, with those that the session has added, such as `Authorization` and
  /// `Content-Length`.
  public let head: HTTPRequest
  /// The URL, in normal form and without user-info and fragment.
  public let url: String
  /// The whole body; empty if there is none.
  public let body: [UInt8]

  /// The method.
  public var method: HTTPRequest.Method { head.method }

  /// The fields.
  public var fields: HTTPFields { head.headerFields }

  /// The path without the query, percent-encoded, such as `/v1/users/1`.
  public var path: String { String((head.path ?? "/").prefix { $0 != "?" }) }

  /// The query without its question mark, percent-encoded, or `nil` if there is none.
  public var query: String? {
    guard let path = head.path, let mark = path.firstIndex(of: "?") else { return nil }
    return String(path[path.index(after: mark)...])
  }

  /// The body as text in UTF-8. Malformed bytes become U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Decodes the body as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder. Defaults to `JSON.Decoder()`.
  /// - Throws: A `DecodingError`.
  public func json<Value: Decodable>(
    _ type: Value.Type, decoder: JSON.Decoder = JSON.Decoder()
  ) throws -> Value {
    try decoder.decode(type, from: body)
  }
}

extension RecordedRequest: CustomStringConvertible {
  /// The method and the path, such as `GET /v1/users/1`. Secrets in the query and the fields are left out.
  public var description: String { "\(method.rawValue) \(path)" }
}
