internal import SluiceBody
public import SluiceCoding

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A value as a property list: `application/x-plist` for XML, `application/x-bplist` for the binary format.
  ///
  /// - Parameter encoder: binary, with its other defaults, by default.
  public static func propertyList(_ encoder: PropertyList.Encoder = PropertyList.Encoder())
    -> RequestSerializer
  {
    RequestSerializer { value, request in
      let mediaType = encoder.outputFormat == .xml ? MediaType.propertyListXML : .propertyListBinary
      request.setBody(.bytes(try encoder.encode(value)), contentType: "\(mediaType)")
    }
  }

  /// ``propertyList(_:)`` with its defaults.
  public static var propertyList: RequestSerializer { propertyList() }
}
