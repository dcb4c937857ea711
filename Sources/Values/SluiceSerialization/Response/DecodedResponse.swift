public import HTTPTypes

/// A decoded value, together with the head of its response.
///
/// ```swift
/// let users = try await session.get("users", decoding: .withHead(.json([User].self)))
/// show(users.value, tag: users.fields[.eTag])
/// ```
public struct DecodedResponse<Value: Sendable>: Sendable {
  /// The decoded value.
  public let value: Value
  /// The status and the fields.
  public let head: HTTPResponse
  /// The URL of the response, after redirects, or `nil` if unknown.
  public let url: String?

  /// Creates a decoded response.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - head: The status and the fields.
  ///   - url: The URL of the response. Defaults to `nil`.
  public init(_ value: Value, head: HTTPResponse, url: String? = nil) {
    self.value = value
    self.head = head
    self.url = url
  }

  /// The status of the head.
  public var status: HTTPResponse.Status { head.status }

  /// The fields of the head.
  public var fields: HTTPFields { head.headerFields }
}

extension DecodedResponse: CustomStringConvertible, CustomReflectable {
  /// The status and the URL, without secrets.
  public var description: String {
    "\(head.status)" + (url.map { " (\($0.withoutQuery))" } ?? "")
  }

  /// A mirror with the value only, because the fields and the query may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension ResponseDecoder {
  /// Returns a decoder that provides the value of another decoder together with the head of the response.
  ///
  /// - Parameter decoder: The decoder of the value, which also validates the response. With ``ignored``, only the head
  ///   is received.
  public static func withHead<Value>(
    _ decoder: ResponseDecoder<Value>
  ) -> ResponseDecoder where Output == DecodedResponse<Value> {
    ResponseDecoder(decoder.validation, ignoresBody: decoder.ignoresBody, isCustom: decoder.isCustom) {
      response, body, context in
      DecodedResponse(
        try await decoder.output(of: response, body: body, in: context), head: response,
        url: context.request.flatMap { SessionRequest($0).url })
    }
  }
}
