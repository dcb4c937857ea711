#if AsyncHTTPClient
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import SluiceBody
  internal import SluiceNIO
  internal import SluiceTransport

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
