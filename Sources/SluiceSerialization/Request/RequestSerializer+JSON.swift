internal import SluiceBody
public import SluiceCoding

extension RequestSerializer where Input: Encodable & SendableMetatype {
  /// A value as JSON: `application/json`.
  ///
  /// - Parameter encoder: its options.
  public static func json(_ encoder: JSON.Encoder) -> RequestSerializer {
    RequestSerializer { value, request in
      request.setBody(.bytes(try encoder.encode(value)), contentType: "\(MediaType.json)")
    }
  }

  /// A value as JSON, slashes as they are: `application/json`.
  public static var json: RequestSerializer {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return json(encoder)
  }
}
