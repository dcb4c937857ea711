public import HTTPTypes
internal import SluiceBody
public import SluiceSerialization
public import SluiceTransport

/// A response: its head, and its body, which arrives while it is read.
///
/// ```swift
/// let response = try await session.send(session.request(.get, "videos/1"))
/// print(response.status, response.fields[.eTag] ?? "")
/// for try await chunk in response.body { print(chunk.count) }
/// ```
public struct SessionResponse: Sendable {
  /// The status and the fields. Middleware can change them; the body is decoded as the received ones say.
  public var head: HTTPResponse
  /// The status of the head.
  public var status: HTTPResponse.Status { head.status }
  /// The fields of the head.
  public var fields: HTTPFields {
    get { head.headerFields }
    set { head.headerFields = newValue }
  }
  /// The version of HTTP in the status line, such as `1.1` or `2`.
  public internal(set) var httpVersion = "1.1"
  /// The request that led to the response, after redirects: the method and the URL, without fields.
  public internal(set) var request: HTTPRequest
  /// The URL of the response, after redirects.
  public var url: String {
    (request.scheme.map { "\($0)://" } ?? "") + (request.authority ?? "") + (request.path ?? "")
  }
  /// The redirects that led to the response, in order.
  public internal(set) var redirects: [Session.Redirect]
  /// The body, which can be read once.
  public let body: ResponseBody
  var spool: SpooledBytes
  /// Whether the request was sent without its body, to get a challenge.
  var isOfProbe = false
  /// The number of bytes of the request's body that had been sent before the response, or `nil` if these were all.
  var earlyByteCount: Int64?
  /// The defaults of the session, for decoders.
  var defaults = DecodingContext()
  /// The request as middleware has sent it, or `nil` without middleware.
  var sent: SentRequest?
  /// Whether the request is a stand-in for that of the session.
  var hasDefaultRequest = false

  /// The measurements of the exchange, or `nil` until it has ended, at the end of the body.
  ///
  /// Always `nil` for a response that a program has made.
  public var metrics: TransferMetrics? { body.metrics }
}

extension SessionResponse: CustomStringConvertible, CustomReflectable {
  /// The status, the method and the URL, without secrets.
  public var description: String {
    "\(head.status) (\(request.method.rawValue) \(url.withoutQuery))"
  }

  /// A mirror without children, so that printing the value shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionResponse {
  /// Validates the head, collects the body and decodes it.
  ///
  /// - Parameters:
  ///   - decoder: The decoder, with the validation of status and media type.
  ///   - limit: The maximum number of bytes of the body, decoded, or `nil` for no limit. Defaults to 64 MiB. Of a
  ///     refused response, at most 64 KiB are collected. A decoder that ignores the body, such as `.ignored`, has no
  ///     limit.
  /// - Returns: The decoded value.
  /// - Throws: A ``ResponseError`` if the status or the media type is not acceptable or the body cannot be decoded,
  ///   with the response and the start of its body; a ``SessionError``, with the code `body-too-large` for a body above
  ///   the limit; a `CancellationError`.
  public func value<Output: Sendable>(
    decoding decoder: ResponseDecoder<Output>, upTo limit: Int? = 64 * 1024 * 1024
  ) async throws -> Output {
    do {
      let refusal = decoder.validation.refusal(of: head)
      let collected: CollectedBody =
        if refusal != nil {
          try await decoder.validation.start(of: body, refusedBy: head)
        } else if decoder.ignoresBody {
          try await skippedBody()
        } else {
          try await body.collected(upTo: limit, into: spool)
        }
      return try await decoder.decode(head, body: collected, refusedFor: refusal, in: decodingContext)
    } catch {
      await body.refuse(for: error)
      throw error
    }
  }

  /// Validates the head, and returns a sequence that decodes the body as it arrives.
  ///
  /// - Throws: A ``ResponseError`` if the status or the media type is not acceptable.
  public func stream<Stream: AsyncSequence & Sendable>(
    decoding decoder: StreamDecoder<Stream>
  ) async throws -> Stream {
    try await decoder.stream(head, body: body, in: decodingContext)
  }

  /// The context of decoders: the request, and the defaults of the session.
  package var decodingContext: DecodingContext {
    var context = defaults
    context.request = request
    return context
  }

  /// Discards the rest of the body. A rest of at most 64 KiB that arrives within a second is read, so that the
  /// connection can be reused; otherwise, the exchange ends.
  public func discard() async { await body.discard(upTo: Self.discardedByteCount, within: .seconds(1)) }

  /// Reads and drops the body, and returns an empty one.
  private func skippedBody() async throws -> CollectedBody {
    try await body.drop(upTo: Self.discardedByteCount)
    return CollectedBody([])
  }

  /// The number of bytes that are read of a discarded body, so that the connection can be reused.
  private static var discardedByteCount: Int { 64 * 1024 }
}

/// A request that middleware has sent, as redirects and challenges must know it.
final class SentRequest: Sendable {
  /// The URL that it was sent to.
  let url: RequestURL
  /// Whether middleware has set its `Authorization` or changed its origin, so that the session answers no challenge.
  let isAuthorized: Bool

  init(to url: RequestURL, isAuthorized: Bool) { (self.url, self.isAuthorized) = (url, isAuthorized) }
}
