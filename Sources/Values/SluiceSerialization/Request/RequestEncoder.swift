internal import HTTPTypes
internal import SluiceBody
public import SluiceCoding
public import SluiceJSON

/// An encoder that writes a value into a request, as its body.
///
/// ```swift
/// var request = try session.request(.post, "users")
/// try RequestEncoder.json.encode(user, into: &request)
/// ```
///
/// In one call: `session.request(.post, "users", user, encoding: .json)`.
///
/// A custom encoder is a closure:
///
/// ```swift
/// extension RequestEncoder<[[String]]> {
///   static let csv = RequestEncoder { rows, request in
///     let lines = rows.map { $0.joined(separator: ",") }
///     request.setBody(.text(lines.joined(separator: "\r\n")), contentType: "text/csv")
///   }
/// }
/// ```
public struct RequestEncoder<Input>: Sendable {
  private let write: @Sendable (Input, inout SessionRequest, DefaultEncoder) throws -> Void

  /// Creates a custom encoder.
  ///
  /// - Parameter write: Writes the input into the request. It should not replace an existing `Content-Type`;
  ///   ``SessionRequest/setBody(_:contentType:)`` does not.
  public init(_ write: @escaping @Sendable (_ input: Input, _ request: inout SessionRequest) throws -> Void) {
    self.write = { input, request, _ in try write(input, &request) }
  }

  /// Creates an encoder that uses the defaults of the session.
  init(_ write: @escaping @Sendable (Input, inout SessionRequest, DefaultEncoder) throws -> Void) {
    self.write = write
  }

  /// Writes a value into a request, outside of a session.
  ///
  /// The request remains unchanged if an error is thrown.
  ///
  /// - Parameters:
  ///   - input: The value.
  ///   - request: The request to change.
  /// - Throws: The error of the encoder, for most an `EncodingError`.
  public func encode(_ input: Input, into request: inout SessionRequest) throws {
    try encode(input, into: &request, defaults: .json)
  }

  /// Writes a value into a request.
  ///
  /// - Parameters:
  ///   - input: The value.
  ///   - request: The request to change.
  ///   - defaults: The defaults of the session.
  package func encode(_ input: Input, into request: inout SessionRequest, defaults: DefaultEncoder) throws {
    var changed = request
    try write(input, &changed, defaults)
    request = changed
  }
}

extension RequestEncoder<any Encodable & SendableMetatype> {
  /// An encoder that writes a value in the format of the session (`configuration.encoder.format`), with the session's
  /// encoder of that format; outside of a session, as JSON.
  public static var `default`: RequestEncoder {
    RequestEncoder { value, request, defaults in
      switch defaults.format {
      case .json: try request.setJSON(value, defaults.json)
      case .propertyList: try request.setPropertyList(value, defaults.propertyList)
      case .urlEncoded: request.setForm(try defaults.query.pairs(for: value))
      }
    }
  }

  /// An encoder that writes a value as JSON, with the type `application/json`.
  ///
  /// It uses the session's encoder (`configuration.encoder.json`); outside of a session, `JSON.Encoder()`.
  public static var json: RequestEncoder {
    RequestEncoder { value, request, defaults in try request.setJSON(value, defaults.json) }
  }

  /// Returns an encoder that writes a value as JSON, with the type `application/json`.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's.
  public static func json(_ encoder: JSON.Encoder) -> RequestEncoder {
    RequestEncoder { value, request in try request.setJSON(value, encoder) }
  }

  /// An encoder that writes a value as a property list.
  ///
  /// It uses the session's encoder (`configuration.encoder.propertyList`); outside of a session,
  /// `PropertyList.Encoder()`, which writes the binary format. The type is the same as in ``propertyList(_:)``.
  public static var propertyList: RequestEncoder {
    RequestEncoder { value, request, defaults in try request.setPropertyList(value, defaults.propertyList) }
  }

  /// Returns an encoder that writes a value as a property list.
  ///
  /// The type is `application/x-plist` for XML, and `application/x-bplist` for the binary format.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's.
  public static func propertyList(_ encoder: PropertyList.Encoder) -> RequestEncoder {
    RequestEncoder { value, request in try request.setPropertyList(value, encoder) }
  }

  /// An encoder that writes the members of a value as `application/x-www-form-urlencoded`.
  ///
  /// It uses the session's encoder (`configuration.encoder.query`); outside of a session, `Query.Encoder()`. Whatever
  /// its escaping, a space becomes `+`.
  public static var urlEncoded: RequestEncoder {
    RequestEncoder { value, request, defaults in request.setForm(try defaults.query.pairs(for: value)) }
  }

  /// Returns an encoder that writes the members of a value as `application/x-www-form-urlencoded`.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's. Its escaping does not apply.
  public static func urlEncoded(_ encoder: Query.Encoder) -> RequestEncoder {
    RequestEncoder { value, request in request.setForm(try encoder.pairs(for: value)) }
  }
}

extension RequestEncoder<Query.Pairs> {
  /// An encoder that writes names and values in exactly the given order, as `application/x-www-form-urlencoded`.
  public static var urlEncoded: RequestEncoder {
    RequestEncoder { pairs, request in request.setForm(pairs) }
  }
}

extension SessionRequest {
  fileprivate mutating func setJSON(
    _ value: some Encodable & SendableMetatype, _ encoder: JSON.Encoder
  ) throws {
    setBody(.bytes(try encoder.encode(value)), contentType: "\(MediaType.json)")
  }

  fileprivate mutating func setPropertyList(
    _ value: some Encodable & SendableMetatype, _ encoder: PropertyList.Encoder
  ) throws {
    let mediaType = encoder.outputFormat == .xml ? MediaType.propertyListXML : .propertyListBinary
    setBody(.bytes(try encoder.encode(value)), contentType: "\(mediaType)")
  }

  fileprivate mutating func setForm(_ pairs: Query.Pairs) {
    setBody(.bytes(pairs.bytes(escaping: .form)), contentType: "\(MediaType.formURLEncoded)")
  }
}
