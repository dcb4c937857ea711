public import SluiceCoding
public import SluiceJSON

/// The decoders that a session uses for calls that do not specify one.
///
/// ```swift
/// configuration.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
/// let user: User = try await session.get("users/1")
/// let users = try await session.get("users", decoding: .json([User].self))
/// ```
///
/// Calls without any decoder expect the ``format``. Calls that name a format without a decoder, such as `.json` above,
/// use the decoder of that format.
public struct DefaultDecoder: Sendable {
  /// A format of responses.
  public enum Format: Sendable {
    /// JSON. See ``ResponseDecoder/json(_:decoder:)-(Output.Type,_)``.
    case json
    /// XML and binary property lists. See ``ResponseDecoder/propertyList(_:decoder:)``.
    case propertyList
  }

  /// The format of responses to calls without any decoder. Defaults to JSON.
  public var format: Format
  /// The decoder of JSON. Defaults to `JSON.Decoder()`.
  public var json = JSON.Decoder()
  /// The decoder of property lists. Defaults to `PropertyList.Decoder()`.
  public var propertyList = PropertyList.Decoder()

  /// Expects JSON, and decodes it with the given decoder.
  public static func json(_ decoder: JSON.Decoder) -> DefaultDecoder {
    var defaults = json
    defaults.json = decoder
    return defaults
  }

  /// Expects JSON. All decoders have their default options.
  public static let json = DefaultDecoder(format: .json)

  /// Expects XML and binary property lists.
  ///
  /// To keep the options of JSON, set ``format`` instead.
  ///
  /// - Parameter decoder: The decoder. Defaults to `PropertyList.Decoder()`.
  public static func propertyList(_ decoder: PropertyList.Decoder = PropertyList.Decoder()) -> DefaultDecoder
  {
    var defaults = DefaultDecoder(format: .propertyList)
    defaults.propertyList = decoder
    return defaults
  }

  /// Returns the decoder of responses to calls without one.
  ///
  /// For ``Empty``, it is ``ResponseDecoder/empty``, whatever the format.
  public func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    if let empty = ResponseDecoder<Empty>.empty as? ResponseDecoder<Output> { return empty }
    return switch format {
    case .json: .json(type, decoder: json)
    case .propertyList: .propertyList(type, decoder: propertyList)
    }
  }
}
