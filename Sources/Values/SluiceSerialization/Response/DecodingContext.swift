package import HTTPTypes

/// The context in which one response is decoded: the request that led to it, and the defaults of the session.
///
/// Decoders pass it on to the decoders that they consist of. Outside of a session, it has the defaults of a new one.
package struct DecodingContext: Sendable {
  /// The defaults of a session. All of its responses share them, because a decoder is too large to be copied for each.
  private final class Defaults: Sendable {
    let decoder: DefaultDecoder
    let failure: ResponseDecoder<any Error>?

    init(_ decoder: DefaultDecoder, _ failure: ResponseDecoder<any Error>?) {
      (self.decoder, self.failure) = (decoder, failure)
    }

    static let outside = Defaults(.json, nil)
  }

  /// The request, after redirects, or `nil` if unknown.
  package var request: HTTPRequest?
  private let defaults: Defaults

  /// Creates the context outside of a session.
  package init(request: HTTPRequest? = nil) {
    self.request = request
    defaults = .outside
  }

  /// Creates the context of a session's responses.
  package init(decoder: DefaultDecoder, failure: ResponseDecoder<any Error>?) {
    defaults = Defaults(decoder, failure)
  }

  /// The decoders that the forms without one use.
  package var decoder: DefaultDecoder { defaults.decoder }
  /// The decoder of failures for decoders without one, or `nil` if there is none.
  package var failure: ResponseDecoder<any Error>? { defaults.failure }
}
