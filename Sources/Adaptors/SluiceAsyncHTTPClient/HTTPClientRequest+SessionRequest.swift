#if AsyncHTTPClient
  public import AsyncHTTPClient
  internal import HTTPTypes
  internal import NIOCore
  internal import NIOHTTP1
  internal import SluiceBody
  internal import SluiceNIO
  public import SluiceSerialization
  internal import SluiceSession
  internal import SluiceTransport

  extension HTTPClientRequest {
    /// Creates a request with the method, the URL, the fields and the body of a Sluice request.
    ///
    /// ```swift
    /// let form = MultipartForm { FormFile("video", at: "/data/holiday.mov") }
    /// let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/videos")
    /// let request = try HTTPClientRequest(SessionRequest(head, body: form))
    /// let response = try await client.execute(request, timeout: .seconds(60))
    /// ```
    ///
    /// The body's `Content-Type` is added unless the request has that field, whose value gets the boundary of a form.
    /// `Content-Length` is the exact size of the
    /// body; if that is unknown, the body is chunked. The body is read while it is sent, on a thread outside the shared
    /// concurrency pool, and copied once. An error of the body fails the request, with the code `body-failed`; so does
    /// a body with fewer or more bytes than it declares.
    ///
    /// AsyncHTTPClient repeats only bodies in memory after a redirect, such as `.bytes` or the body of a JSON request.
    /// A redirect that would repeat any other body, such as a 307, is not followed, and is the response.
    ///
    /// - Parameter request: The request. Its options have no effect.
    /// - Throws: A `SessionError` with the code `invalid-url`, or with the code `body-failed` if the body's size cannot
    ///   be determined, the method is HEAD or TRACE, which have no body, or its `Content-Type` is not that of its form.
    public init(_ request: SessionRequest) throws {
      let url = try RequestURL(of: request.head)
      if let problem = request.head.method.problem(hasBody: request.body != nil) {
        throw problem.at(url.redacted)
      }
      self.init(url: url.text)
      method = HTTPMethod(rawValue: request.head.method.rawValue)
      headers = HTTPHeaders(request.head.headerFields)
      guard let source = request.body else { return }
      do {
        if let contentType = try request.contentType(in: request.head.headerFields) {
          headers.replaceOrAdd(name: HTTPField.Name.contentType.canonicalName, value: contentType)
        }
        body = try Body(source, to: url.redacted)
      } catch {
        throw SessionError(.bodyFailed, underlying: error).at(url.redacted)
      }
    }
  }

  extension HTTPClientRequest.Body {
    fileprivate init(_ source: any BodySource, to url: String) throws {
      if let source = source._concrete as? BytesSource {
        self = .bytes(ByteBuffer(bytes: source.bytes))
      } else {
        self = .stream(
          BodyBuffers(source, to: url), length: try source.byteCount.map { .known($0) } ?? .unknown)
      }
    }
  }

  /// The bytes of a body as buffers for AsyncHTTPClient, with the errors of a session.
  struct BodyBuffers: AsyncSequence, Sendable {
    private let buffers: BodyByteBuffers
    private let url: String

    /// - Parameters:
    ///   - source: The body.
    ///   - url: The URL for errors, without secrets.
    init(_ source: any BodySource, to url: String) {
      // Large, because each buffer costs a change of threads. With one byte more, it is a power of two.
      buffers = source.byteBuffers(ofUpTo: 256 * 1024 - 1)
      self.url = url
    }

    func makeAsyncIterator() -> Iterator { Iterator(buffers.makeAsyncIterator(), to: url) }

    struct Iterator: AsyncIteratorProtocol {
      private var buffers: BodyByteBuffers.Iterator
      private let url: String
      // The client is unknown. It has the default loops unless it was made with others.
      private var turns = LoopTurns(of: HTTPClient.defaultEventLoopGroup)

      fileprivate init(_ buffers: BodyByteBuffers.Iterator, to url: String) {
        (self.buffers, self.url) = (buffers, url)
      }

      /// Returns the next bytes, or `nil` at the end.
      ///
      /// - Throws: A ``SessionError`` with the code `body-failed`; a `CancellationError`.
      mutating func next() async throws -> ByteBuffer? {
        await turns.next()
        do {
          return try await buffers.next()
        } catch {
          try Task.checkCancellation()
          throw SessionError(.bodyFailed, underlying: error).at(url)
        }
      }
    }
  }
#endif
