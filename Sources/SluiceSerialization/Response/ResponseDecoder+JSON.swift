public import SluiceJSON

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of JSON.
  ///
  /// Accepts `application/json`, `text/json` and every type with the suffix `+json`. A body that contains only white
  /// space, which some servers send instead of an empty one, counts as empty: it is an error
  /// (``ResponseError/Code/emptyBody``), unless `Output` is ``EmptyBodyConvertible`` or an optional.
  ///
  /// It uses the session's decoder (`configuration.decoder.json`); outside of a session, `JSON.Decoder()`.
  ///
  /// - Parameter type: The type of the value.
  public static func json(_ type: Output.Type) -> ResponseDecoder {
    ResponseDecoder(.json) { _, body, context in try decode(body, context.decoder.json) }
  }

  /// Returns a decoder of JSON with its own options. Otherwise, it is the same as ``json(_:)-(Output.Type)``.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder, which takes precedence over the session's.
  public static func json(_ type: Output.Type, decoder: JSON.Decoder) -> ResponseDecoder {
    ResponseDecoder(.json) { _, body in try decode(body, decoder) }
  }

  private static func decode(_ body: CollectedBody, _ decoder: JSON.Decoder) throws -> Output {
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

extension ResponseDecoder<JSON.Value> {
  /// Returns a decoder of JSON as a `JSON.Value`, for the media types and with the decoder of
  /// ``json(_:)-(Output.Type)``.
  ///
  /// - Parameter removingNulls: Whether to remove members that are `null`, at any depth.
  public static func jsonValue(removingNulls: Bool) -> ResponseDecoder {
    json(JSON.Value.self).removingNulls(removingNulls)
  }

  /// Returns a decoder of JSON as a `JSON.Value`, for the media types of ``json(_:)-(Output.Type)``.
  ///
  /// - Parameters:
  ///   - removingNulls: Whether to remove members that are `null`, at any depth.
  ///   - decoder: The decoder, which takes precedence over the session's.
  public static func jsonValue(removingNulls: Bool, decoder: JSON.Decoder) -> ResponseDecoder {
    json(JSON.Value.self, decoder: decoder).removingNulls(removingNulls)
  }

  private func removingNulls(_ isWanted: Bool) -> ResponseDecoder {
    isWanted ? map { $0.removingNulls() } : self
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
