import Foundation
import NIOCore
import NIOPosix

/// A server that responds to `GET` requests over kept-alive connections.
///
/// It does as little work as possible, since it shares the machine with the client. `/json/N` is a document of about N
/// KiB. Requests for `/held/N` are held
/// until N of them have arrived, and then all of them get their responses. That simulates a server of any latency
/// without adding time of its own.
enum BenchmarkServer {
  static func run() throws -> Never {
    try ProcessUsage.allowManyDescriptors()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let held = Held.makeEmptyBox(valueType: [ChannelHandlerContext].self, eventLoop: group.next())
    let channel = try ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 4096)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(held))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    print(channel.localAddress?.port ?? 0)
    fflush(nil)
    // The benchmark closes standard input when it ends.
    while readLine() != nil {}
    exit(0)
  }

  /// The contexts of the connections whose requests are held.
  private typealias Held = NIOLoopBoundBox<[ChannelHandlerContext]?>

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let answer = response("{\"id\":1,\"name\":\"a small answer\"}")
    private static let documents = JSONRequests.sizes.map { size in
      (prefix: Array("GET /json/\(size) ".utf8), response: response(JSONRequests.document(size)))
    }

    private static func response(_ body: String) -> ByteBuffer {
      ByteBuffer(
        string: "HTTP/1.1 200 OK\r\nServer: benchmark\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private let held: Held
    private var received = ByteBuffer()

    init(_ held: Held) { self.held = held }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      received.writeBuffer(&bytes)
      // Clients do not pipeline, so a request is complete as soon as the buffer ends with an empty line.
      guard received.readableBytesView.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return }
      if let document = Self.documents.first(where: { received.readableBytesView.starts(with: $0.prefix) }) {
        received.clear()
        return context.writeAndFlush(wrapOutboundOut(document.response), promise: nil)
      }
      let isHeld = received.readableBytesView.starts(with: "GET /held/".utf8)
      let digits = received.readableBytesView.dropFirst("GET /held/".utf8.count).prefix {
        $0 != UInt8(ascii: " ")
      }
      let count = isHeld ? Int(String(decoding: digits, as: UTF8.self)) ?? 1 : 1
      received.clear()
      guard isHeld else { return context.writeAndFlush(wrapOutboundOut(Self.answer), promise: nil) }
      if held.value?.append(context) == nil { held.value = [context] }
      guard let all = held.value, all.count >= count else { return }
      held.value = []
      for context in all { context.writeAndFlush(wrapOutboundOut(Self.answer), promise: nil) }
    }
  }
}
