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
  ///   - decoder: The decoder. With `nil`, the default, it is the session's (`configuration.decoder.json`); outside of
  ///     a session, `JSON.Decoder()`.
  public static func json(_ type: Output.Type, decoder: JSON.Decoder? = nil) -> ResponseDecoder {
    // Without options of its own, the decoder captures only the type.
    guard let decoder else {
      return ResponseDecoder(.json) { _, body, context in try decode(type, body, context.decoder.json) }
    }
    return ResponseDecoder(.json) { _, body in try decode(type, body, decoder) }
  }

  private static func decode(
    _ type: Output.Type, _ body: CollectedBody, _ decoder: JSON.Decoder
  ) throws -> Output {
    try body.withSpan { bytes in
      if JSON.isBlank(bytes) { throw BodyRefusal(code: .emptyBody) }
      do {
        return try decoder.decode(type, from: bytes)
      } catch let error as DecodingError {
        throw PlacedError(underlying: error, place: error.place(in: bytes))
      }
    }
  }
}

extension ResponseDecoder<JSON.Value> {
  /// Returns a decoder of JSON as a `JSON.Value`, for the media types of ``json(_:decoder:)-(Output.Type,_)``.
  ///
  /// - Parameters:
  ///   - removingNulls: Whether to remove members that are `null`, at any depth. Defaults to `false`.
  ///   - decoder: The decoder. With `nil`, the default, it is that of ``json(_:decoder:)-(Output.Type,_)``.
  public static func jsonValue(
    removingNulls: Bool = false, decoder: JSON.Decoder? = nil
  ) -> ResponseDecoder {
    let values = json(JSON.Value.self, decoder: decoder)
    return removingNulls ? values.map { $0.removingNulls() } : values
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
