public import SluiceCoding
public import SluiceJSON

/// The encoders that a session uses for calls that do not specify one.
///
/// ```swift
/// configuration.serializer.json.keyEncodingStrategy = .convertToSnakeCase
/// configuration.serializer.query.arrays = .repeated
/// let user: User = try await session.post("users", newUser)
/// let hits: [Hit] = try await session.get("search", search, as: .query)
/// ```
///
/// Calls without any serializer write the ``format``. Calls that name a format without an encoder, such as `.query`
/// above, use the encoder of that format.
public struct DefaultSerializer: Sendable {
  /// A format of requests.
  public enum Format: Sendable {
    /// JSON. See ``RequestSerializer/json``.
    case json
    /// A property list. See ``RequestSerializer/propertyList``.
    case propertyList
    /// The body of a URL-encoded form. See ``RequestSerializer/form``.
    case form
  }

  /// The format of values in calls without any serializer. Defaults to JSON.
  public var format: Format
  /// The encoder of JSON. Defaults to `JSON.Encoder()`.
  public var json = JSON.Encoder()
  /// The encoder of property lists. Defaults to `PropertyList.Encoder()`, which writes the binary format.
  public var propertyList = PropertyList.Encoder()
  /// The encoder of queries and forms. Defaults to `Query.Encoder()`.
  public var query = Query.Encoder()

  /// Writes JSON. All encoders have their default options.
  public static let json = DefaultSerializer(format: .json)

  /// Writes JSON with the given encoder.
  public static func json(_ encoder: JSON.Encoder) -> DefaultSerializer {
    var defaults = json
    defaults.json = encoder
    return defaults
  }

  /// Writes property lists.
  ///
  /// To keep the options of the other formats, set ``format`` instead.
  ///
  /// - Parameter encoder: The encoder. Defaults to `PropertyList.Encoder()`, which writes the binary format.
  public static func propertyList(_ encoder: PropertyList.Encoder = PropertyList.Encoder())
    -> DefaultSerializer
  {
    var defaults = DefaultSerializer(format: .propertyList)
    defaults.propertyList = encoder
    return defaults
  }

  /// Writes the body of a URL-encoded form. All encoders have their default options.
  public static let form = DefaultSerializer(format: .form)

  /// Returns the serializer for calls without one.
  public func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<
    Input
  > {
    switch format {
    case .json: .json(json)
    case .propertyList: .propertyList(propertyList)
    case .form: .query(query, in: .body)
    }
  }
}
