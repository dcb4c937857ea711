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
  private let factory: any ResponseDecoderFactory

  /// Creates a default decoder that gets its response decoders from a custom factory.
  public init(_ factory: some ResponseDecoderFactory) { self.factory = factory }

  /// Decodes JSON with the given decoder. See ``ResponseDecoder/json(_:decoder:)``.
  public static func json(_ decoder: JSON.Decoder) -> DefaultDecoder {
    DefaultDecoder(JSONFactory(decoder: decoder))
  }

  /// Decodes JSON with the default options of `JSON.Decoder`.
  public static let json = json(JSON.Decoder())

  /// Decodes XML and binary property lists. See ``ResponseDecoder/propertyList(_:decoder:)``.
  ///
  /// - Parameter decoder: The decoder. Defaults to `PropertyList.Decoder()`.
  public static func propertyList(_ decoder: PropertyList.Decoder = PropertyList.Decoder()) -> DefaultDecoder
  {
    DefaultDecoder(PropertyListFactory(decoder: decoder))
  }

  /// Returns the decoder for a type.
  public func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    factory.decoder(for: type)
  }
}

/// A type that creates response decoders for any type of value.
public protocol ResponseDecoderFactory: Sendable {
  /// Returns a decoder for a type.
  func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output>
}

private struct JSONFactory: ResponseDecoderFactory {
  let decoder: JSON.Decoder

  func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    .json(type, decoder: decoder)
  }
}

private struct PropertyListFactory: ResponseDecoderFactory {
  let decoder: PropertyList.Decoder

  func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    .propertyList(type, decoder: decoder)
  }
}
