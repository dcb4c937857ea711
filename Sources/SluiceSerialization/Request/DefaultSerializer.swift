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
  private enum Format {
    case json(JSON.Encoder)
    case propertyList(PropertyList.Encoder)
    case form
  }

  private let format: Format

  /// Encodes values as JSON. See ``RequestSerializer/json``.
  public static let json = json(JSON.Encoder())

  /// Encodes values as JSON with the given encoder. See ``RequestSerializer/json(_:)``.
  public static func json(_ encoder: JSON.Encoder) -> DefaultSerializer {
    DefaultSerializer(format: .json(encoder))
  }

  /// Encodes values as property lists. See ``RequestSerializer/propertyList(_:)``.
  ///
  /// - Parameter encoder: The encoder. Defaults to `PropertyList.Encoder()`, which writes the binary format.
  public static func propertyList(_ encoder: PropertyList.Encoder = PropertyList.Encoder())
    -> DefaultSerializer
  {
    DefaultSerializer(format: .propertyList(encoder))
  }

  /// Encodes values as the body of a URL-encoded form. See ``RequestSerializer/form``.
  public static let form = DefaultSerializer(format: .form)

  /// Returns the serializer for a type.
  public func serializer<Input: Encodable & SendableMetatype>(for type: Input.Type) -> RequestSerializer<
    Input
  > {
    switch format {
    case .json(let encoder): .json(encoder)
    case .propertyList(let encoder): .propertyList(encoder)
    case .form: .form
    }
  }
}
