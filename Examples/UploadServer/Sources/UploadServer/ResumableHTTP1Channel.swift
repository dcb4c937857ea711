import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOResumableUpload

extension HTTPServerBuilder {
  /// Serves HTTP/1.1, with uploads that go on over another connection if theirs breaks.
  static func resumableHTTP1(_ uploads: HTTPResumableUploadContext) -> HTTPServerBuilder {
    HTTPServerBuilder { ResumableHTTP1Channel(responder: $0, uploads: uploads) }
  }
}

/// A connection whose requests survive it, if the client speaks the protocol for resumable uploads.
///
/// ```
///  connection 1 ─► HTTP/1.1 ─► HTTPResumableUploadHandler ─┬─► a channel for the request ─► Hummingbird's router
///  (breaks)                                                │
///  connection 2 ─► HTTP/1.1 ─► HTTPResumableUploadHandler ─┘
/// ```
///
/// The handler of swift-nio-extras opens a channel for each request, and adds the bytes of later connections to it. So
/// each request is served as Hummingbird serves a connection. Resumable uploads are kept in the memory of the process.
struct ResumableHTTP1Channel: HTTPChannelHandler {
  typealias RequestChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// A connection, and the channels of the requests that have begun on it.
  struct Connection: ServerChildChannelValue {
    let channel: any Channel
    let requests: AsyncStream<RequestChannel>
  }

  let responder: Responder
  /// The uploads that all connections of the server have in common.
  let uploads: HTTPResumableUploadContext

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      let (requests, continuation) = AsyncStream.makeStream(of: RequestChannel.self)
      channel.closeFuture.whenComplete { _ in continuation.finish() }
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline()
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(
        HTTPResumableUploadHandler(context: uploads) { request in
          do {
            try request.pipeline.syncOperations.addHandler(WholeCloser())
            continuation.yield(
              try RequestChannel(
                wrappingChannelSynchronously: request,
                configuration: .init(isOutboundHalfClosureEnabled: true)))
          } catch {
            request.close(promise: nil)
          }
        })
      return Connection(channel: channel, requests: requests)
    }
  }

  /// Serves the requests of a connection, also after its end: an upload that it has begun may go on over another one.
  func handle(value connection: Connection, logger: Logger) async {
    await withDiscardingTaskGroup { group in
      for await request in connection.requests {
        group.addTask { await handleHTTP(asyncChannel: request, logger: logger) }
      }
      connection.channel.close(promise: nil)
    }
  }
}

/// Closes both directions of the channel of a request, which cannot close one of them, as Hummingbird does.
private final class WholeCloser: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // Without a connection, the channel would never complete the promise.
    context.close(mode: .all, promise: nil)
    promise?.succeed()
  }
}
