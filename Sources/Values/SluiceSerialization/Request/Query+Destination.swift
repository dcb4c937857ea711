public import HTTPTypes
public import SluiceCoding

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
