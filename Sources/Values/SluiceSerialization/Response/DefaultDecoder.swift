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

  /// Expects JSON. All decoders have their default options.
  package static let json = DefaultDecoder(format: .json)

  /// Returns the decoder of responses to calls without one.
  ///
  /// For ``EmptyBody``, it is ``ResponseDecoder/empty``, whatever the format.
  package func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    if let empty = ResponseDecoder<EmptyBody>.empty as? ResponseDecoder<Output> { return empty }
    return switch format {
    case .json: .json(type, decoder: json)
    case .propertyList: .propertyList(type, decoder: propertyList)
    }
  }
}
