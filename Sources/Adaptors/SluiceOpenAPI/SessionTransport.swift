#if OpenAPI
  public import FoundationEssentials
  public import HTTPTypes
  public import OpenAPIRuntime
  public import SluiceBody
  internal import SluiceCoding
  public import SluiceSession

  /// Sends the requests of a client that swift-openapi-generator has made with a session.
  ///
  /// ```swift
  /// let client = Client(serverURL: try Servers.Server1.url(), transport: SessionTransport(session))
  /// ```
  ///
  /// The session's credentials, redirects, retries, time limits and observers apply. Its base URL does not, and a
  /// response is returned whatever its status, because the client decodes each one that its document describes.
  ///
  /// A request's body has the length that the client declares, and is sent again after a redirect, a challenge or a
  /// retry if its sequence can be iterated again. Otherwise, the request fails with the code `body-failed` before
  /// anything is sent twice. A response's body arrives as the client reads it, and can be read once.
  public struct SessionTransport: ClientTransport {
    private let session: Session

    /// Creates a transport that sends requests with the given session.
    public init(_ session: Session) { self.session = session }

    /// Sends a request, and returns the response as soon as its head has arrived.
    ///
    /// - Throws: A ``SluiceSession/SessionError``, which the client wraps in a `ClientError`.
    public func send(
      _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
      let url = baseURL.absoluteString + (request.path ?? "")
      let response = try await session.send(
        session.request(
          request.method, Reference(url), fields: request.headerFields, body: body.map(RequestBody.init)))
      return (response.head, try HTTPBody(response.body))
    }
  }

  extension HTTPBody {
    /// Creates a body with the bytes and the exact length of a source, such as a form, for any transport of a generated
    /// client.
    ///
    /// It can be iterated as often as the source can be read.
    ///
    /// - Throws: A ``SluiceBody/BodyError`` if the length of the source cannot be read.
    public convenience init(_ source: some BodySource) throws {
      self.init(
        source.chunks().map { $0[...] }, length: try source.byteCount.map { .known($0) } ?? .unknown,
        iterationBehavior: source.isReplayable ? .multiple : .single)
    }
  }

  /// The body of a generated client's request.
  struct RequestBody: BodySource {
    let body: HTTPBody

    var byteCount: Int64? { if case .known(let count) = body.length { count } else { nil } }
    var isReplayable: Bool { body.iterationBehavior == .multiple }
    var needsOwnThread: Bool { false }

    func makeReader() throws -> any BodyReader { try AnyBody.async(body, byteCount: byteCount).makeReader() }
  }
#endif
