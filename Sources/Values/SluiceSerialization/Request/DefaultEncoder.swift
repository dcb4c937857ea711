public import SluiceCoding
public import SluiceJSON

/// The encoders that a session uses for calls that do not specify one, and for the queries of all calls.
///
/// ```swift
/// configuration.encoder.json.keyEncodingStrategy = .convertToSnakeCase
/// configuration.encoder.query.arrays = .repeated
/// let user: User = try await session.post("users", newUser)
/// let hits: [Hit] = try await session.get("search", query: .init(search))
/// ```
///
/// Calls without any encoding write the ``format``. Calls that name a format without an encoder, such as
/// `encoding: .urlEncoded`, use the encoder of that format.
public struct DefaultEncoder: Sendable {
  /// A format of requests.
  public enum Format: Sendable {
    /// JSON. See ``RequestEncoder/json``.
    case json
    /// A property list. See ``RequestEncoder/propertyList``.
    case propertyList
    /// `application/x-www-form-urlencoded`. See `RequestEncoder.urlEncoded`.
    case urlEncoded
  }

  /// The format of values in calls without any encoding. Defaults to JSON.
  public var format: Format
  /// The encoder of JSON. Defaults to `JSON.Encoder()`.
  public var json = JSON.Encoder()
  /// The encoder of property lists. Defaults to `PropertyList.Encoder()`, which writes the binary format.
  public var propertyList = PropertyList.Encoder()
  /// The encoder of queries, and of URL-encoded bodies. Defaults to `Query.Encoder()`.
  public var query = Query.Encoder()

  /// Writes JSON. All encoders have their default options.
  package static let json = DefaultEncoder(format: .json)
}
