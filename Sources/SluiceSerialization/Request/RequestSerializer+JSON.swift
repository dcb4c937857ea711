internal import SluiceBody
internal import SluiceCoding
public import SluiceJSON

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// Returns a serializer that writes a value as JSON into the body, with the type `application/json`.
  ///
  /// - Parameter encoder: The encoder.
  public static func json(_ encoder: JSON.Encoder) -> RequestSerializer {
    RequestSerializer { value, request in
      request.setBody(.bytes(try encoder.encode(value)), contentType: "\(MediaType.json)")
    }
  }

  /// A serializer that writes a value as JSON into the body, with the type `application/json`.
  ///
  /// The options are the defaults of `JSON.Encoder`: the body is the same as with `.json(JSON.Encoder())`.
  public static var json: RequestSerializer { json(JSON.Encoder()) }
}
