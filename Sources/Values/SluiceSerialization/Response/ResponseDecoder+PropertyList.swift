public import SluiceCoding

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of XML and binary property lists.
  ///
  /// Accepts `application/x-plist`, `application/x-bplist`, `application/plist` and every type with the suffix
  /// `+plist`.
  ///
  /// - Parameters:
  ///   - type: The type of the value; `PropertyList.Value` for the property list itself.
  ///   - decoder: The decoder. With `nil`, the default, it is the session's (`configuration.decoder.propertyList`);
  ///     outside of a session, `PropertyList.Decoder()`.
  public static func propertyList(
    _ type: Output.Type, decoder: PropertyList.Decoder? = nil
  ) -> ResponseDecoder {
    guard let decoder else {
      return ResponseDecoder(.propertyList) { _, body, context in
        try decode(type, body, context.decoder.propertyList)
      }
    }
    return ResponseDecoder(.propertyList) { _, body in try decode(type, body, decoder) }
  }

  private static func decode(
    _ type: Output.Type, _ body: CollectedBody, _ decoder: PropertyList.Decoder
  ) throws -> Output {
    if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
    return try decoder.decode(type, from: body.bytes)
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of property lists.
  fileprivate static let propertyList = ResponseValidation([
    "application/x-plist", "application/x-bplist", "application/plist", "*/*+plist",
  ])
}
