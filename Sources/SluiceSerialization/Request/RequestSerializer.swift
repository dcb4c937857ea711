public import SluiceBody
public import SluiceMultipart

/// Puts a value into a request, as its body or into its URL: a value with one method.
///
/// ```swift
/// var request = try session.request(.post, "users")
/// try RequestSerializer.json.serialize(user, into: &request)
/// ```
///
/// Or all at once, where the value's type tells the serializer's: `session.request(.post, "users", user, as: .json)`.
///
/// A serializer of your own is one closure:
///
/// ```swift
/// extension RequestSerializer<[[String]]> {
///   static let csv = RequestSerializer { rows, request in
///     request.setBody(.text(rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n")), contentType: "text/csv")
///   }
/// }
/// ```
public struct RequestSerializer<Input>: Sendable {
  private let write: @Sendable (Input, inout Request) throws -> Void

  /// - Parameter write: changes the request. It should leave a `Content-Type` that is there as it is, as
  ///   ``Request/setBody(_:contentType:)`` does.
  public init(_ write: @escaping @Sendable (_ input: Input, _ request: inout Request) throws -> Void) {
    self.write = write
  }

  /// Puts a value into a request, and leaves the request as it was where there is none, or where an error is thrown.
  ///
  /// - Throws: what the encoder behind it throws, an `EncodingError` for most.
  public func serialize(_ input: Input?, into request: inout Request) throws {
    guard let input else { return }
    var changed = request
    try write(input, &changed)
    request = changed
  }
}

extension RequestSerializer where Input: BodySource {
  /// A body as it is, with its own `Content-Type`, if it has one.
  public static var body: RequestSerializer {
    RequestSerializer { body, request in request.setBody(body, contentType: body.contentType) }
  }
}

extension RequestSerializer<MultipartForm> {
  /// A multipart form, with its boundary in `Content-Type`.
  public static var multipart: RequestSerializer { .body }
}
