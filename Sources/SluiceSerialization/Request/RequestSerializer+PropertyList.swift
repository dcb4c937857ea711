internal import SluiceBody
public import SluiceCoding

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// Returns a serializer that writes a value as a property list into the body.
  ///
  /// The type is `application/x-plist` for XML, and `application/x-bplist` for the binary format.
  ///
  /// - Parameter encoder: The encoder. Defaults to `PropertyList.Encoder()`, which writes the binary format.
  public static func propertyList(_ encoder: PropertyList.Encoder = PropertyList.Encoder())
    -> RequestSerializer
  {
    RequestSerializer { value, request in
      let mediaType = encoder.outputFormat == .xml ? MediaType.propertyListXML : .propertyListBinary
      request.setBody(.bytes(try encoder.encode(value)), contentType: "\(mediaType)")
    }
  }

  /// A serializer that writes a value as a binary property list. See ``propertyList(_:)``.
  public static var propertyList: RequestSerializer { propertyList() }
}
