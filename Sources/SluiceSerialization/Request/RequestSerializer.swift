public import SluiceBody
public import SluiceMultipart

/// A serializer that writes a value into a request, as its body or into its URL.
///
/// ```swift
/// var request = try session.request(.post, "users")
/// try RequestSerializer.json.serialize(user, into: &request)
/// ```
///
/// In one call: `session.request(.post, "users", user, as: .json)`.
///
/// A custom serializer is a closure:
///
/// ```swift
/// extension RequestSerializer<[[String]]> {
///   static let csv = RequestSerializer { rows, request in
///     let lines = rows.map { $0.joined(separator: ",") }
///     request.setBody(.text(lines.joined(separator: "\r\n")), contentType: "text/csv")
///   }
/// }
/// ```
public struct RequestSerializer<Input>: Sendable {
  private let write: @Sendable (Input, inout Request) throws -> Void

  /// Creates a custom serializer.
  ///
  /// - Parameter write: Writes the input into the request. It should not replace an existing `Content-Type`;
  ///   ``Request/setBody(_:contentType:)`` does not.
  public init(_ write: @escaping @Sendable (_ input: Input, _ request: inout Request) throws -> Void) {
    self.write = write
  }

  /// Writes a value into a request.
  ///
  /// The request remains unchanged if `input` is `nil` or an error is thrown.
  ///
  /// - Parameters:
  ///   - input: The value, or `nil` for none.
  ///   - request: The request to change.
  /// - Throws: The error of the serializer, for most an `EncodingError`.
  public func serialize(_ input: Input?, into request: inout Request) throws {
    guard let input else { return }
    var changed = request
    try write(input, &changed)
    request = changed
  }
}

extension RequestSerializer where Input: BodySource {
  /// A serializer that sets a body unchanged, with its own `Content-Type` if it has one.
  public static var body: RequestSerializer {
    RequestSerializer { body, request in request.setBody(body, contentType: body.contentType) }
  }
}

extension RequestSerializer<MultipartForm> {
  /// A serializer that sets a multipart form as the body, with its boundary in `Content-Type`.
  public static var multipart: RequestSerializer { .body }
}
