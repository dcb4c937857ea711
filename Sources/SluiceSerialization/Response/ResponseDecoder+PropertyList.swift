public import SluiceCoding

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of XML and binary property lists.
  ///
  /// Accepts `application/x-plist`, `application/x-bplist`, `application/plist` and every type with the suffix
  /// `+plist`.
  ///
  /// It uses the session's decoder (`configuration.decoder.propertyList`); outside of a session,
  /// `PropertyList.Decoder()`.
  ///
  /// - Parameter type: The type of the value; `PropertyList.Value` for the property list itself.
  public static func propertyList(_ type: Output.Type) -> ResponseDecoder {
    ResponseDecoder(.propertyList) { _, body, context in try decode(body, context.decoder.propertyList) }
  }

  /// Returns a decoder of property lists with its own options. Otherwise, it is the same as ``propertyList(_:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the value; `PropertyList.Value` for the property list itself.
  ///   - decoder: The decoder, which takes precedence over the session's.
  public static func propertyList(_ type: Output.Type, decoder: PropertyList.Decoder) -> ResponseDecoder {
    ResponseDecoder(.propertyList) { _, body in try decode(body, decoder) }
  }

  private static func decode(_ body: CollectedBody, _ decoder: PropertyList.Decoder) throws -> Output {
    if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
    return try decoder.decode(Output.self, from: body.bytes)
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of property lists.
  fileprivate static let propertyList = ResponseValidation([
    "application/x-plist", "application/x-bplist", "application/plist", "*/*+plist",
  ])
}
