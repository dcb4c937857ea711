#if Hummingbird
  internal import HTTPTypes
  public import Hummingbird
  public import SluiceBody
  internal import SluiceNIO

  /// A response that sends any body, with its exact length and media type.
  ///
  /// ```swift
  /// router.get("report") { _, _ in
  ///   BodyResponse(.joined([.text("id,name\n"), .file(at: "/data/names.csv")]))
  /// }
  /// ```
  ///
  /// The body is read as fast as the client receives it. If the application has the default event loops, a client that
  /// stalls costs up to some 200 KiB. If the length of the body is unknown, it is sent in chunks. If reading fails, or
  /// yields another length, the connection is closed, so that the client does not take the body for complete.
  ///
  /// The response to a `HEAD` request has the same fields, and the body is not read. For another status or other
  /// fields, see Hummingbird's `EditedResponse`. For files, see ``FileResponse``.
  public struct BodyResponse: ResponseGenerator, Sendable {
    private let body: any BodySource

    /// Creates a response with the status 200.
    ///
    /// - Parameter body: The body. Each response makes a new reader.
    public init(_ body: some BodySource) { self.body = body }

    /// Returns the response.
    ///
    /// - Throws: The error of the body's size.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      var headers = HTTPFields()
      headers[.contentType] = body.contentType ?? "application/octet-stream"
      return try Response(status: .ok, headers: headers, source: body, to: request)
    }
  }

  /// The maximum number of bytes in a buffer. Of a reader that stalls, NIO's channel holds 64 KiB and one buffer more,
  /// and its writer another one.
  private let bufferByteCount = 16 * 1024

  extension Response {
    /// Creates a response with the length of a body, and with the body itself unless it responds to `HEAD`.
    ///
    /// - Throws: The error of the body's size.
    init(
      status: HTTPResponse.Status, headers: HTTPFields, source: any BodySource, to request: Request
    ) throws {
      let buffers = source.byteBuffers(
        ofUpTo: bufferByteCount, sentBy: EventLoopGroupProvider.singleton.eventLoopGroup)
      let byteCount = try buffers.byteCount
      var headers = headers
      headers[.contentLength] = byteCount.map(String.init)
      let isHead = request.method == .head
      self.init(
        status: status, headers: headers,
        body: ResponseBody(contentLength: byteCount.flatMap { Int(exactly: $0) }) { writer in
          if !isHead { try await writer.write(buffers) }
          try await writer.finish(nil)
        })
    }
  }
#endif
