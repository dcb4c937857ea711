package import HTTPTypes

/// What surrounds the decoding of one response: the request that led to it, and the defaults of the session.
///
/// Decoders pass it on to the decoders that they consist of. Outside of a session, it has the defaults of a new one.
package struct DecodingContext: Sendable {
  /// The request, after redirects; `nil` if unknown.
  package var request: HTTPRequest?
  /// The decoders that the forms without one use.
  package var decoder: DefaultDecoder
  /// The decoder of failures for decoders without one; `nil` if there is none.
  package var failure: ResponseDecoder<any Error>?

  package init(
    request: HTTPRequest? = nil, decoder: DefaultDecoder = .json, failure: ResponseDecoder<any Error>? = nil
  ) {
    self.request = request
    self.decoder = decoder
    self.failure = failure
  }
}
