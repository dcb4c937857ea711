public import SluiceCoding

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// JSON into a type: `application/json`, `text/json` and every type with the suffix `+json`.
  ///
  /// A body of white space alone, which some servers send in place of none, is as an empty one: an error, unless `Output` is
  /// optional.
  ///
  /// - Parameter decoder: with its own defaults by default.
  public static func json(_ type: Output.Type, decoder: JSON.Decoder = JSON.Decoder()) -> ResponseDecoder {
    ResponseDecoder(.json) { _, body in
      try body.withSpan { bytes in
        if JSON.isBlank(bytes) { throw BodyRefusal(code: .emptyBody) }
        do {
          return try decoder.decode(Output.self, from: bytes)
        } catch let error as DecodingError {
          throw PlacedError(underlying: error, place: error.place(in: bytes))
        }
      }
    }
  }
}

extension ResponseDecoder<JSON.Value> {
  /// JSON as a value, of the same media types as ``json(_:decoder:)``.
  ///
  /// - Parameters:
  ///   - removingNulls: whether members that are null are left out, at any depth. False by default.
  ///   - decoder: with its own defaults by default.
  public static func jsonValue(removingNulls: Bool, decoder: JSON.Decoder = JSON.Decoder()) -> ResponseDecoder
  {
    let json = ResponseDecoder.json(JSON.Value.self, decoder: decoder)
    return removingNulls ? json.map { $0.removingNulls() } : json
  }
}

extension ResponseValidation {
  static let json = ResponseValidation(["application/json", "text/json", "*/*+json"])
}

/// An error, and what it is about in the document that was read.
struct PlacedError: Error {
  let underlying: any Error
  let place: JSONPosition?
}
