public import SluiceCoding

/// How values of any type are put into requests, where a call does not say.
///
/// ```swift
/// var encoder = JSON.Encoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// configuration.serializer = .json(encoder)
/// let user: User = try await session.post("users", newUser)
/// ```
public struct DefaultSerializer: Sendable {
  private let factory: any RequestSerializerFactory

  /// A serializer of one's own.
  public init(_ factory: some RequestSerializerFactory) { self.factory = factory }

  /// As ``RequestSerializer/json``.
  public static let json = DefaultSerializer(JSONFactory(encoder: nil))

  /// As ``RequestSerializer/json(_:)``.
  public static func json(_ encoder: JSON.Encoder) -> DefaultSerializer {
    DefaultSerializer(JSONFactory(encoder: encoder))
  }

  /// As ``RequestSerializer/propertyList(_:)``.
  public static func propertyList(_ encoder: PropertyList.Encoder = PropertyList.Encoder())
    -> DefaultSerializer
  {
    DefaultSerializer(PropertyListFactory(encoder: encoder))
  }

  /// As ``RequestSerializer/form``.
  public static let form = DefaultSerializer(FormFactory())

  /// A serializer of the values of one type.
  public func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<
    Input
  > {
    factory.serializer(for: type)
  }
}

/// Makes request serializers of any type.
public protocol RequestSerializerFactory: Sendable {
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
