internal import SluiceBody
public import SluiceCoding

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A serializer that writes a value as a property list into the body.
  ///
  /// It uses the session's encoder (`configuration.serializer.propertyList`); outside of a session,
  /// `PropertyList.Encoder()`, which writes the binary format. The type is the same as in ``propertyList(_:)``.
  public static var propertyList: RequestSerializer {
    RequestSerializer { value, request, defaults in
      try request.setPropertyList(value, defaults.propertyList)
    }
  }

  /// Returns a serializer that writes a value as a property list into the body.
  ///
  /// The type is `application/x-plist` for XML, and `application/x-bplist` for the binary format.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's.
  public static func propertyList(_ encoder: PropertyList.Encoder) -> RequestSerializer {
    RequestSerializer { value, request in try request.setPropertyList(value, encoder) }
  }
}

extension Request {
  fileprivate mutating func setPropertyList(
    _ value: some Encodable & SendableMetatype, _ encoder: PropertyList.Encoder
  ) throws {
    let mediaType = encoder.outputFormat == .xml ? MediaType.propertyListXML : .propertyListBinary
    setBody(.bytes(try encoder.encode(value)), contentType: "\(mediaType)")
  }
}
