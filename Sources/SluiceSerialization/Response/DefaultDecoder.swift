public import SluiceCoding
public import SluiceJSON

/// The way a session decodes responses for calls that do not specify a decoder.
///
/// ```swift
/// var decoder = JSON.Decoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// configuration.decoder = .json(decoder)
/// let user: User = try await session.get("users/1")
/// ```
public struct DefaultDecoder: Sendable {
  private enum Format {
    case json(JSON.Decoder)
    case propertyList(PropertyList.Decoder)
  }

  private let format: Format

  /// Decodes JSON with the given decoder. See ``ResponseDecoder/json(_:decoder:)``.
  public static func json(_ decoder: JSON.Decoder) -> DefaultDecoder {
    DefaultDecoder(format: .json(decoder))
  }

  /// Decodes JSON with the default options of `JSON.Decoder`.
  public static let json = json(JSON.Decoder())

  /// Decodes XML and binary property lists. See ``ResponseDecoder/propertyList(_:decoder:)``.
  ///
  /// - Parameter decoder: The decoder. Defaults to `PropertyList.Decoder()`.
  public static func propertyList(_ decoder: PropertyList.Decoder = PropertyList.Decoder()) -> DefaultDecoder
  {
    DefaultDecoder(format: .propertyList(decoder))
  }

  /// Returns the decoder for a type.
  public func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    switch format {
    case .json(let decoder): .json(type, decoder: decoder)
    case .propertyList(let decoder): .propertyList(type, decoder: decoder)
    }
  }
}
