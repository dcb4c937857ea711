public import SluiceCoding

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// JSON into a type: `application/json`, `text/json` and every type with the suffix `+json`.
  ///
  /// - Parameter decoder: with its own defaults by default.
  public static func json(_ type: Output.Type, decoder: JSON.Decoder = JSON.Decoder()) -> ResponseDecoder {
    let mediaTypes = ["application/json", "text/json", "*/*+json"].compactMap { MediaRange($0) }
    return ResponseDecoder(acceptableMediaTypes: mediaTypes) { _, body in
      try decoder.decode(Output.self, from: body)
    }
  }
}

extension ResponseDecoder<[UInt8]> {
  /// The body as it is, of any type.
  public static var bytes: ResponseDecoder { ResponseDecoder { _, body in body } }
}
