public import HTTPTypes
internal import SluiceBody
public import SluiceCoding

/// The place in a request to which a serializer writes a query.
///
/// ```swift
/// let serializer = RequestSerializer<Search>.query(in: .url(for: [.get, .post]))
/// ```
public struct QueryDestination: Sendable {
  let isURL: @Sendable (HTTPRequest.Method) -> Bool

  /// The URL, after the query that it has already.
  public static let url = QueryDestination { _ in true }

  /// The body, as `application/x-www-form-urlencoded`, whatever the escaping of the serializer: a space becomes `+`.
  public static let body = QueryDestination { _ in false }

  /// The URL for GET, HEAD and DELETE, and the body for other methods.
  public static let byMethod = url(for: [.get, .head, .delete])

  /// Returns a destination that is the URL for the given methods, and the body for other methods.
  public static func url(for methods: Set<HTTPRequest.Method>) -> QueryDestination {
    QueryDestination { methods.contains($0) }
  }
}

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// Returns a serializer that writes the members of a value as a query.
  ///
  /// - Parameters:
  ///   - encoder: The encoder. Defaults to `QueryEncoder()`. Its escaping applies to the URL only.
  ///   - destination: The place of the query. Defaults to ``QueryDestination/byMethod``: the URL for GET, HEAD and
  ///     DELETE, and the body for other methods.
  public static func query(
    _ encoder: QueryEncoder = QueryEncoder(), in destination: QueryDestination = .byMethod
  ) -> RequestSerializer {
    RequestSerializer { value, request in
      request.add(try encoder.pairs(for: value), escaping: encoder.escaping, in: destination)
    }
  }

  /// A serializer that writes the members of a value as a query, into the URL or the body depending on the method. See
  /// ``query(_:in:)``.
  public static var query: RequestSerializer { query() }

  /// A serializer that writes the members of a value into the body, as `application/x-www-form-urlencoded`.
  public static var form: RequestSerializer { query(in: .body) }
}

extension RequestSerializer<QueryPairs> {
  /// Returns a serializer that writes names and values in exactly the given order, as signed requests need.
  ///
  /// - Parameters:
  ///   - escaping: The escaping in the URL. Defaults to `.rfc3986`.
  ///   - destination: The place of the query. Defaults to ``QueryDestination/byMethod``: the URL for GET, HEAD and
  ///     DELETE, and the body for other methods.
  public static func pairs(
    escaping: QueryEscaping = .rfc3986, in destination: QueryDestination = .byMethod
  ) -> RequestSerializer {
    RequestSerializer { pairs, request in request.add(pairs, escaping: escaping, in: destination) }
  }

  /// A serializer that writes names and values in the given order. See ``pairs(escaping:in:)``.
  public static var pairs: RequestSerializer { pairs() }
}

extension Request {
  fileprivate mutating func add(
    _ pairs: QueryPairs, escaping: QueryEscaping, in destination: QueryDestination
  ) {
    if destination.isURL(head.method) {
      appendQuery(pairs.text(escaping: escaping))
    } else {
      setBody(.bytes(pairs.bytes(escaping: .form)), contentType: "\(MediaType.formURLEncoded)")
    }
  }
}
