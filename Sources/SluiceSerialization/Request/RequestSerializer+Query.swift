public import HTTPTypes
internal import SluiceBody
public import SluiceCoding

/// Where a serializer puts a query.
public struct QueryDestination: Sendable {
  let isURL: @Sendable (HTTPRequest.Method) -> Bool

  /// Into the URL, behind the query that is there.
  public static let url = QueryDestination { _ in true }

  /// Into the body, as `application/x-www-form-urlencoded`, which sets its escaping: a space is `+`.
  public static let body = QueryDestination { _ in false }

  /// Into the URL for GET, HEAD and DELETE, into the body for others.
  public static let byMethod = url(for: [.get, .head, .delete])

  /// Into the URL for these methods, into the body for others.
  public static func url(for methods: Set<HTTPRequest.Method>) -> QueryDestination {
    QueryDestination { methods.contains($0) }
  }
}

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A value's members as a query.
  ///
  /// - Parameters:
  ///   - encoder: with its own defaults by default. Its escaping counts for the URL.
  ///   - destination: by method by default: the URL for GET, HEAD and DELETE, the body for others.
  public static func query(
    _ encoder: QueryEncoder = QueryEncoder(), in destination: QueryDestination = .byMethod
  ) -> RequestSerializer {
    RequestSerializer { value, request in
      request.add(try encoder.pairs(for: value), escaping: encoder.escaping, in: destination)
    }
  }

  /// ``query(_:in:)`` with its defaults.
  public static var query: RequestSerializer { query() }

  /// A value's members as a form's body: `application/x-www-form-urlencoded`, whatever the method.
  public static var form: RequestSerializer { query(in: .body) }
}

extension RequestSerializer<QueryPairs> {
  /// Names and values as they are, for exact control of their order, such as a signature needs.
  ///
  /// - Parameters:
  ///   - escaping: for the URL; `.rfc3986` by default.
  ///   - destination: by method by default: the URL for GET, HEAD and DELETE, the body for others.
  public static func pairs(
    escaping: QueryEscaping = .rfc3986, in destination: QueryDestination = .byMethod
  ) -> RequestSerializer {
    RequestSerializer { pairs, request in request.add(pairs, escaping: escaping, in: destination) }
  }

  /// ``pairs(escaping:in:)`` with its defaults.
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
