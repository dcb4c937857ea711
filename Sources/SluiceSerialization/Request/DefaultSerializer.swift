public import SluiceCoding
public import SluiceJSON

/// The way a session writes values into requests for calls that do not specify a serializer.
///
/// ```swift
/// var encoder = JSON.Encoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// configuration.serializer = .json(encoder)
/// let user: User = try await session.post("users", newUser)
/// ```
public struct DefaultSerializer: Sendable {
  private let factory: any RequestSerializerFactory

  /// Creates a default serializer that gets its request serializers from a custom factory.
  public init(_ factory: some RequestSerializerFactory) { self.factory = factory }

  /// Encodes values as JSON. See ``RequestSerializer/json``.
  public static let json = DefaultSerializer(JSONFactory(encoder: nil))

  /// Encodes values as JSON with the given encoder. See ``RequestSerializer/json(_:)``.
  public static func json(_ encoder: JSON.Encoder) -> DefaultSerializer {
    DefaultSerializer(JSONFactory(encoder: encoder))
  }

  /// Encodes values as property lists. See ``RequestSerializer/propertyList(_:)``.
  ///
  /// - Parameter encoder: The encoder. Defaults to `PropertyList.Encoder()`, which writes the binary format.
  public static func propertyList(_ encoder: PropertyList.Encoder = PropertyList.Encoder())
    -> DefaultSerializer
  {
    DefaultSerializer(PropertyListFactory(encoder: encoder))
  }

  /// Encodes values as the body of a URL-encoded form. See ``RequestSerializer/form``.
  public static let form = DefaultSerializer(FormFactory())

  /// Returns the serializer for a type.
  public func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<
    Input
  > {
    factory.serializer(for: type)
  }
}

/// A type that creates request serializers for any type of value.
public protocol RequestSerializerFactory: Sendable {
  /// Returns a serializer for a type.
  func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<Input>
}

private struct JSONFactory: RequestSerializerFactory {
  let encoder: JSON.Encoder?

  func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<Input> {
    encoder.map { .json($0) } ?? .json
  }
}

private struct PropertyListFactory: RequestSerializerFactory {
  let encoder: PropertyList.Encoder

  func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<Input> {
    .propertyList(encoder)
  }
}

private struct FormFactory: RequestSerializerFactory {
  func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<Input> {
    .form
  }
}
