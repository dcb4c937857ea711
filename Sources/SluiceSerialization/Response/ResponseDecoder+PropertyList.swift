public import SluiceCoding

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of XML and binary property lists.
  ///
  /// Accepts `application/x-plist`, `application/x-bplist`, `application/plist` and every type with the suffix
  /// `+plist`.
  ///
  /// - Parameters:
  ///   - type: The type of the value; `PropertyList.Value` for the property list itself.
  ///   - decoder: The decoder. Defaults to `PropertyList.Decoder()`.
  public static func propertyList(
    _ type: Output.Type, decoder: PropertyList.Decoder = PropertyList.Decoder()
  ) -> ResponseDecoder {
    let mediaTypes = ["application/x-plist", "application/x-bplist", "application/plist", "*/*+plist"]
    return ResponseDecoder(ResponseValidation(mediaTypes)) { _, body in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      return try decoder.decode(Output.self, from: body.bytes)
    }
  }
}
