public import SluiceJSON

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of JSON.
  ///
  /// Accepts `application/json`, `text/json` and every type with the suffix `+json`. A body that contains only white
  /// space, which some servers send instead of an empty one, counts as empty: it is an error
  /// (``ResponseError/Code/emptyBody``), unless `Output` is ``EmptyBodyConvertible`` or an optional.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder. Defaults to `JSON.Decoder()`.
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
  /// Returns a decoder of JSON as a `JSON.Value`, for the media types of ``json(_:decoder:)``.
  ///
  /// - Parameters:
  ///   - removingNulls: Whether to remove members that are `null`, at any depth.
  ///   - decoder: The decoder. Defaults to `JSON.Decoder()`.
  public static func jsonValue(removingNulls: Bool, decoder: JSON.Decoder = JSON.Decoder()) -> ResponseDecoder
  {
    let json = ResponseDecoder.json(JSON.Value.self, decoder: decoder)
    return removingNulls ? json.map { $0.removingNulls() } : json
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of JSON.
  static let json = ResponseValidation(["application/json", "text/json", "*/*+json"])
}

/// An error with the position in the document that it refers to.
struct PlacedError: Error {
  let underlying: any Error
  /// The position, or `nil` if unknown.
  let place: JSONPosition?
}
