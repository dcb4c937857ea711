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
  private let write: @Sendable (Input, inout Request, DefaultSerializer) throws -> Void

  /// Creates a custom serializer.
  ///
  /// - Parameter write: Writes the input into the request. It should not replace an existing `Content-Type`;
  ///   ``Request/setBody(_:contentType:)`` does not.
  public init(_ write: @escaping @Sendable (_ input: Input, _ request: inout Request) throws -> Void) {
    self.write = { input, request, _ in try write(input, &request) }
  }

  /// Creates a serializer that uses the defaults of the session.
  init(_ write: @escaping @Sendable (Input, inout Request, DefaultSerializer) throws -> Void) {
    self.write = write
  }

  /// Writes a value into a request, outside of a session.
  ///
  /// The request remains unchanged if `input` is `nil` or an error is thrown.
  ///
  /// - Parameters:
  ///   - input: The value, or `nil` for none.
  ///   - request: The request to change.
  /// - Throws: The error of the serializer, for most an `EncodingError`.
  public func serialize(_ input: Input?, into request: inout Request) throws {
    try serialize(input, into: &request, defaults: .json)
  }

  /// Writes a value into a request.
  ///
  /// - Parameters:
  ///   - input: The value, or `nil` for none.
  ///   - request: The request to change.
  ///   - defaults: The defaults of the session.
  package func serialize(_ input: Input?, into request: inout Request, defaults: DefaultSerializer) throws {
    guard let input else { return }
    var changed = request
    try write(input, &changed, defaults)
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
