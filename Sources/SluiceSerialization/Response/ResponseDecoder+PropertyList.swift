public import SluiceCoding

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// A property list, XML or binary, into a type, or as it is into a `PropertyList.Value`: `application/x-plist`,
  /// `application/x-bplist`, `application/plist` and every type with the suffix `+plist`.
  ///
  /// - Parameter decoder: with its own defaults by default.
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
