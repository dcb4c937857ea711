public import HTTPTypes
public import SluiceBody
public import SluiceCoding
public import SluiceJSON
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

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A serializer that writes a value as JSON into the body, with the type `application/json`.
  ///
  /// It uses the session's encoder (`configuration.serializer.json`); outside of a session, `JSON.Encoder()`.
  public static var json: RequestSerializer {
    RequestSerializer { value, request, defaults in try request.setJSON(value, defaults.json) }
  }

  /// Returns a serializer that writes a value as JSON into the body, with the type `application/json`.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's.
  public static func json(_ encoder: JSON.Encoder) -> RequestSerializer {
    RequestSerializer { value, request in try request.setJSON(value, encoder) }
  }
}

extension Request {
  fileprivate mutating func setJSON(_ value: some Encodable & SendableMetatype, _ encoder: JSON.Encoder)
    throws
  {
    setBody(.bytes(try encoder.encode(value)), contentType: "\(MediaType.json)")
  }
}

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A serializer that writes a value as a property list into the body.
  ///
  /// It uses the session's encoder (`configuration.serializer.propertyList`); outside of a session,
  /// `PropertyList.Encoder()`, which writes the binary format. The type is the same as in ``propertyList(_:)``.
  public static var propertyList: RequestSerializer {
    RequestSerializer { value, request, defaults in
      try request.setPropertyList(value, defaults.propertyList)
    }
  }

  /// Returns a serializer that writes a value as a property list into the body.
  ///
  /// The type is `application/x-plist` for XML, and `application/x-bplist` for the binary format.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's.
  public static func propertyList(_ encoder: PropertyList.Encoder) -> RequestSerializer {
    RequestSerializer { value, request in try request.setPropertyList(value, encoder) }
  }
}

extension Request {
  fileprivate mutating func setPropertyList(
    _ value: some Encodable & SendableMetatype, _ encoder: PropertyList.Encoder
  ) throws {
    let mediaType = encoder.outputFormat == .xml ? MediaType.propertyListXML : .propertyListBinary
    setBody(.bytes(try encoder.encode(value)), contentType: "\(mediaType)")
  }
}

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A serializer that writes the members of a value as a query, into the URL for GET, HEAD and DELETE, and into the
  /// body for other methods. See ``query(in:)``.
  public static var query: RequestSerializer { query(in: .byMethod) }

  /// A serializer that writes the members of a value into the body, as `application/x-www-form-urlencoded`. See
  /// ``query(in:)``.
  public static var form: RequestSerializer { query(in: .body) }

  /// Returns a serializer that writes the members of a value as a query.
  ///
  /// It uses the session's encoder (`configuration.serializer.query`); outside of a session, `Query.Encoder()`.
  ///
  /// - Parameter destination: The place of the query.
  public static func query(in destination: Query.Destination) -> RequestSerializer {
    RequestSerializer { value, request, defaults in
      try request.add(value, defaults.query, in: destination)
    }
  }

  /// Returns a serializer that writes the members of a value as a query.
  ///
  /// - Parameters:
  ///   - encoder: The encoder, which takes precedence over the session's. Its escaping applies to the URL only.
  ///   - destination: The place of the query. Defaults to ``Query/Destination/byMethod``: the URL for GET, HEAD and
  ///     DELETE, and the body for other methods.
  public static func query(
    _ encoder: Query.Encoder, in destination: Query.Destination = .byMethod
  ) -> RequestSerializer {
    RequestSerializer { value, request in try request.add(value, encoder, in: destination) }
  }
}

extension RequestSerializer<Query.Pairs> {
  /// Returns a serializer that writes names and values in exactly the given order, as signed requests need.
  ///
  /// - Parameters:
  ///   - escaping: The escaping in the URL. Defaults to `.rfc3986`.
  ///   - destination: The place of the query. Defaults to ``Query/Destination/byMethod``: the URL for GET, HEAD and
  ///     DELETE, and the body for other methods.
  public static func pairs(
    escaping: Query.Escaping = .rfc3986, in destination: Query.Destination = .byMethod
  ) -> RequestSerializer {
    RequestSerializer { pairs, request in request.add(pairs, escaping: escaping, in: destination) }
  }

  /// A serializer that writes names and values in the given order. See ``pairs(escaping:in:)``.
  public static var pairs: RequestSerializer { pairs() }
}

extension Request {
  fileprivate mutating func add(
    _ value: some Encodable & SendableMetatype, _ encoder: Query.Encoder, in destination: Query.Destination
  ) throws {
    add(try encoder.pairs(for: value), escaping: encoder.escaping, in: destination)
  }

  fileprivate mutating func add(
    _ pairs: Query.Pairs, escaping: Query.Escaping, in destination: Query.Destination
  ) {
    if destination.isURL(head.method) {
      appendQuery(pairs.string(escaping: escaping))
    } else {
      setBody(.bytes(pairs.bytes(escaping: .form)), contentType: "\(MediaType.formURLEncoded)")
    }
  }
}

extension Query {
  /// The place in a request to which a serializer writes a query.
  ///
  /// ```swift
  /// let serializer = RequestSerializer<Search>.query(in: .url(for: [.get, .post]))
  /// ```
  public struct Destination: Sendable {
    let isURL: @Sendable (HTTPRequest.Method) -> Bool

    /// The URL, after the query that it has already.
    public static let url = Destination { _ in true }

    /// The body, as `application/x-www-form-urlencoded`, whatever the escaping of the serializer: a space becomes
    /// `+`.
    public static let body = Destination { _ in false }

    /// The URL for GET, HEAD and DELETE, and the body for other methods.
    public static let byMethod = url(for: [.get, .head, .delete])

    /// Returns a destination that is the URL for the given methods, and the body for other methods.
    public static func url(for methods: Set<HTTPRequest.Method>) -> Destination {
      Destination { methods.contains($0) }
    }
  }
}
