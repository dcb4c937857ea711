internal import HTTPTypes
public import SluiceJSON

extension ResponseDecoder<any Error> {
  /// Returns a decoder of failures from JSON, for
  /// ``ValidatingDecoder/decoding(failure:)-(ResponseDecoder<Failure>)`` or a session's `configuration.failure`.
  ///
  /// It accepts the media types and uses the decoder of ``ResponseDecoder/json(_:decoder:)-(Output.Type,_)``.
  ///
  /// - Parameters:
  ///   - type: The type of the failure.
  ///   - decoder: The decoder, which takes precedence over the session's. Defaults to `nil`.
  public static func json<Failure: Error & Decodable & SendableMetatype>(
    _ type: Failure.Type, decoder: JSON.Decoder? = nil
  ) -> ResponseDecoder {
    ResponseDecoder<Failure>.json(type, decoder: decoder).map { $0 }
  }
}

extension ResponseDecoder where Output: Error {
  /// Decodes the failure from the body of a response, whatever its status.
  var failure: @Sendable (HTTPResponse, CollectedBody, DecodingContext) async throws -> any Error {
    var decoder = self
    decoder.validation.statuses = RangeSet(0..<1000)
    return { [decoder] response, body, context in
      try await decoder.decode(response, body: body, in: context)
    }
  }
}
