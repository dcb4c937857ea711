internal import HTTPTypes
internal import SluiceBody
public import SluiceCoding

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
