public import HTTPTypes
public import SluiceBody
internal import SluiceGzip
internal import SluiceSerialization
package import SluiceTransport

extension SessionResponse {
  /// Creates a response with a body in memory, for code that stands in for a session.
  ///
  /// ```swift
  /// let response = SessionResponse(HTTPResponse(status: .ok), body: [UInt8](#"{"id":1}"#.utf8))
  /// ```
  ///
  /// - Parameters:
  ///   - head: The status and the fields. They need not have a `Content-Length`.
  ///   - body: The body as a server sends it: it is decoded as its `Content-Encoding` says. Defaults to an empty body.
  ///   - request: The request that led to the response. Defaults to `nil`: the request that middleware was called with,
  ///     and GET of `http://localhost/` elsewhere.
  ///   - redirects: The redirects that led to the response. Defaults to none.
  public init(
    _ head: HTTPResponse, body: [UInt8] = [],
    request: HTTPRequest? = nil,
    redirects: [Session.Redirect] = []
  ) {
    let channel = ResponseChannel()
    _ = channel.pipe.write(body.span)
    self.init(head, .made(of: channel, byteCount: Int64(body.count), head), request, redirects)
  }

  /// Creates a response with any body, for code that stands in for a session.
  ///
  /// The body is read on its own thread, at most once.
  ///
  /// - Parameters:
  ///   - head: The status and the fields. They need not have a `Content-Length`.
  ///   - body: The body as a server sends it: it is decoded as its `Content-Encoding` says. Its errors are thrown to
  ///     the reader of the response.
  ///   - request: The request that led to the response. Defaults to `nil`: the request that middleware was called with,
  ///     and GET of `http://localhost/` elsewhere.
  ///   - redirects: The redirects that led to the response. Defaults to none.
  public init(
    _ head: HTTPResponse, body: some BodySource,
    request: HTTPRequest? = nil,
    redirects: [Session.Redirect] = []
  ) {
    // An error of the size is thrown again when the body is read.
    let byteCount = try? body.byteCount
    self.init(head, .made(of: ResponseChannel(), body, byteCount: byteCount, head), request, redirects)
  }

  /// Creates a response whose body another client receives, and writes to the pipe of a channel.
  ///
  /// - Parameters:
  ///   - head: The status and the fields.
  ///   - channel: The channel.
  ///   - byteCount: The size of the body in bytes, as it is written to the pipe, or `nil` if unknown.
  ///   - isCoded: Whether the body still has the codings of its `Content-Encoding`.
  ///   - request: The request that led to the response.
  ///   - owner: What ends the reception when it is released.
  package init(
    _ head: HTTPResponse, body channel: ResponseChannel, byteCount: Int64?, isCoded: Bool,
    request: HTTPRequest, keeping owner: any AnyObject & Sendable
  ) {
    let body = ResponseBody(
      channel, codedByteCount: byteCount,
      coding: isCoded ? .init(of: head.headerFields, limits: .default) : .none, keeping: owner)
    self.init(head, body, request, [])
  }

  private init(
    _ head: HTTPResponse, _ body: ResponseBody, _ request: HTTPRequest?, _ redirects: [Session.Redirect]
  ) {
    let standIn = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
    self.init(
      head: head, request: request ?? standIn, redirects: redirects, body: body, spool: SpooledBytes())
    hasDefaultRequest = request == nil
  }
}

extension ResponseBody {
  /// Returns the body of a response without an exchange: the bytes of the channel, or those of a source.
  fileprivate static func made(
    of channel: ResponseChannel, _ source: (any BodySource)? = nil, byteCount: Int64?, _ head: HTTPResponse
  ) -> ResponseBody {
    channel.pipe.finish()
    return ResponseBody(
      channel, from: source, codedByteCount: byteCount, coding: .init(of: head.headerFields, limits: .default)
    )
  }
}
