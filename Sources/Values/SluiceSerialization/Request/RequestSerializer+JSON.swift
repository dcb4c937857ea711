internal import SluiceBody
internal import SluiceCoding
public import SluiceJSON

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A serializer that writes a value as JSON into the body, with the type `application/json`.
  ///
  /// It uses the session's encoder (`configuration.serializer.json`); outside of a session, `JSON.Encoder()`.
  public static var json: RequestSerializer {
    RequestSerializer { value, request, defaults in try request.setJSON(value, defaults.json) }
  }

  /// Returns a serializer that writes a value as JSON into the body, with the type `application/json`.
  ///
  /// - Parameter encoder: The encoder, which takes precedence over the session's.
  public static func json(_ encoder: JSON.Encoder) -> RequestSerializer {
    RequestSerializer { value, request in try request.setJSON(value, encoder) }
  }
}

extension Request {
  fileprivate mutating func setJSON(_ value: some Encodable & SendableMetatype, _ encoder: JSON.Encoder)
    throws
  {
    setBody(.bytes(try encoder.encode(value)), contentType: "\(MediaType.json)")
  }
}
