public import SluiceCoding

/// How answers are decoded into values of any type, where a call does not say.
///
/// ```swift
/// var decoder = JSON.Decoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// configuration.decoder = .json(decoder)
/// let user: User = try await session.get("users/1")
/// ```
public struct DefaultDecoder: Sendable {
  private let factory: any ResponseDecoderFactory

  /// A decoder of one's own.
  public init(_ factory: some ResponseDecoderFactory) { self.factory = factory }

  /// As ``ResponseDecoder/json(_:decoder:)``.
  public static func json(_ decoder: JSON.Decoder) -> DefaultDecoder {
    DefaultDecoder(JSONFactory(decoder: decoder))
  }

  /// ``json(_:)`` with its defaults.
  public static let json = json(JSON.Decoder())

  /// As ``ResponseDecoder/propertyList(_:decoder:)``.
  public static func propertyList(_ decoder: PropertyList.Decoder = PropertyList.Decoder()) -> DefaultDecoder
  {
    DefaultDecoder(PropertyListFactory(decoder: decoder))
  }

  /// A decoder of the values of one type.
  public func decoder<Output: Decodable & Sendable>(for type: Output.Type) -> ResponseDecoder<Output> {
    factory.decoder(for: type)
  }
}

/// Makes response decoders of any type.
public protocol ResponseDecoderFactory: Sendable {
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
