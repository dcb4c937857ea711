import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOResumableUpload

/// A server for resumable uploads over swift-nio-extras, which writes each body to a new file in a folder.
///
/// Usage: `UploadServer PORT FOLDER`
@main enum UploadServer {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[1]) else {
      fatalError("usage: UploadServer PORT FOLDER")
    }
    let folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
    let uploads = HTTPResumableUploadContext(origin: "http://127.0.0.1:\(port)")
    let server = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
          try pipeline.addHandler(
            HTTPResumableUploadHandler(context: uploads, handlers: [FileWriter(folder: folder)]))
        }
      }
    try server.bind(host: "127.0.0.1", port: port).wait().closeFuture.wait()
  }
}

/// Writes the body of a request to a file, whose name has the suffix `.part` until the body is complete.
private final class FileWriter: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPResponsePart

  private let path: URL
  private var file: FileHandle?

  init(folder: URL) { path = folder.appending(path: UUID().uuidString) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = path.appendingPathExtension("part")
    do {
      switch unwrapInboundIn(data) {
      case .head:
        FileManager.default.createFile(atPath: part.path, contents: nil)
        file = try FileHandle(forWritingTo: part)
      case .body(let bytes): try file?.write(contentsOf: Data(bytes.readableBytesView))
      case .end:
        try file?.close()
        try FileManager.default.moveItem(at: part, to: path)
        respond(.ok, context)
      }
    } catch {
      respond(.internalServerError, context)
    }
  }

  private func respond(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    let response = HTTPResponse(status: status, headerFields: [.contentLength: "5"])
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(string: "done\n"))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
