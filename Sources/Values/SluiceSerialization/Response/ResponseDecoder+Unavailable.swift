public import SluiceCoding
public import SluiceJSON

// What is easily mistyped has a message of its own, because the compiler's would not name the cause.

/// The result of a call that does not say what to decode. The compiler refuses such calls.
@dynamicMemberLookup
public struct UnspecifiedOutput: Sendable {
  /// A member of an unknown type.
  public subscript(dynamicMember name: String) -> UnspecifiedOutput { self }
}

extension ResponseDecoder<UnspecifiedOutput> {
  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.json(User.self)'.")
  public static var json: ResponseDecoder { unspecified }

  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.json(User.self)'.")
  public static func json(decoder: JSON.Decoder? = nil) -> ResponseDecoder { unspecified }

  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.propertyList(User.self)'.")
  public static var propertyList: ResponseDecoder { unspecified }

  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.propertyList(User.self)'.")
  public static func propertyList(decoder: PropertyList.Decoder? = nil) -> ResponseDecoder { unspecified }

  /// The decoder of calls that the compiler refuses.
  package static var unspecified: ResponseDecoder { ResponseDecoder { _, _ in UnspecifiedOutput() } }
}

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.json(User.self)'.")
  public static var json: ResponseDecoder { json(Output.self) }

  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.json(User.self)'.")
  public static func json(decoder: JSON.Decoder? = nil) -> ResponseDecoder { json(Output.self) }

  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.propertyList(User.self)'.")
  public static var propertyList: ResponseDecoder { propertyList(Output.self) }

  /// Needs a type.
  @available(*, unavailable, message: "Name the type to decode: '.propertyList(User.self)'.")
  public static func propertyList(decoder: PropertyList.Decoder? = nil) -> ResponseDecoder {
    propertyList(Output.self)
  }
}
