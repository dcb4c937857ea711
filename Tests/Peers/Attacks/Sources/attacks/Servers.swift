import FlyingFox
import FlyingSocks
import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import SluiceFuzz
import SluiceJSON

/// A request that SwiftNIO has read.
struct Request: Equatable {
  let head: HTTPRequestHead
  var body: [UInt8] = []
  var trailers: NIOHTTP1.HTTPHeaders?

  /// Reads the first request.
  init(in blocks: [[UInt8]]) throws {
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish() }
    try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
    // An error after the first request is not one of the first request.
    let failure = Result { for block in blocks { try channel.writeInbound(ByteBuffer(bytes: block)) } }
    guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
      throw Refused()
    }
    self.head = head
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      switch part {
      case .head: throw Refused()
      case .body(let bytes): body += bytes.readableBytesView
      case .end(let trailers):
        self.trailers = trailers
        return
      }
    }
    try failure.get()
    throw Refused()
  }
}

/// The value of a request in the corpus.
private struct RequestResult: Encodable {
  let method, target, version: String
  let body: Content
  let fields: [[String]]
  let trailers: [[String]]?

  enum Content: Encodable {
    case text(String)
    case binary([String: String])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .binary(let object): try container.encode(object)
      }
    }
  }

  init(_ request: Request) {
    method = "\(request.head.method)"
    target = request.head.uri
    version = "\(request.head.version.major).\(request.head.version.minor)"
    fields = request.head.headers.map { [$0.name, $0.value] }
    body =
      String(validating: request.body, as: UTF8.self).map(Content.text)
      ?? .binary(["base64": Data(request.body).base64EncodedString()])
    trailers = request.trailers?.map { [$0.name, $0.value] }
  }
}

let nioHTTP = ParserCheck(.httpRequest) { try Request(in: [input($0)]) }
  .divided { try Request(in: $0) }
  .matchingResults { try JSON.Value(encoding: RequestResult($0)) }

func frames(in blocks: [[UInt8]]) throws -> [WebSocketFrame] {
  let channel = EmbeddedChannel()
  defer { _ = try? channel.finish() }
  try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(WebSocketFrameDecoder()))
  var frames: [WebSocketFrame] = []
  for block in blocks {
    try channel.writeInbound(ByteBuffer(bytes: block))
    // Writing copies what was not read.
    while let frame = try channel.readInbound(as: WebSocketFrame.self) { frames.append(frame) }
  }
  return frames
}

/// The decoder leaves messages and extensions to its caller, so it does not follow all verdicts.
let nioWebSocket = ParserCheck(.webSocket) { try frames(in: [input($0)]) }
  .divided { try frames(in: $0) }
  .writing { frames in
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish() }
    try channel.pipeline.syncOperations.addHandler(WebSocketFrameEncoder())
    var bytes: [UInt8] = []
    for var frame in frames {
      // The encoder masks the data.
      frame.data = frame.unmaskedData
      try channel.writeOutbound(frame)
      while let block = try channel.readOutbound(as: ByteBuffer.self) { bytes += block.readableBytesView }
    }
    return bytes
  }
  .ignoringVerdicts()

/// FlyingFox's server, which runs in this process: its parsers are not public.
enum FlyingFoxServer {
  private static let name = "attacks-\(getpid())"

  private static let isRunning: Bool = {
    let config = HTTPServer.Configuration(address: .unix(abstractNamespace: name), logger: .disabled)
    let server = HTTPServer(config: config)
    Task.detached {
      await server.appendRoute("/socket", to: .webSocket(EchoWSMessageHandler()))
      await server.appendRoute("*") { request in
        let head = "\(request.method.rawValue) \(request.target.rawValue) \(request.version.rawValue)\n"
        return HTTPResponse(statusCode: .ok, body: Data(head.utf8) + (try await request.bodyData))
      }
      try await server.run()
    }
    return true
  }()

  /// Returns what the server sends until it closes the connection, or until nothing is left to read.
  static func response(to bytes: [UInt8]) throws -> [UInt8] {
    _ = isRunning
    let socket = try connected()
    defer { try? socket.close() }
    var sent = 0
    while sent < bytes.count, let index = try? socket.write(Data(bytes), from: sent) { sent = index }
    shutdown(socket.file.rawValue, CInt(SHUT_WR))
    var response: [UInt8] = []
    while let block = try? socket.read(atMost: 65536), !block.isEmpty { response += block }
    return response
  }

  private static func connected() throws -> Socket {
    for _ in 0..<1000 {
      let socket = try Socket(domain: AF_UNIX)
      if (try? socket.connect(to: .unix(abstractNamespace: name))) != nil { return socket }
      try? socket.close()
      usleep(10_000)
    }
    fatalError("the server does not start")
  }
}

let flyingFox = ParserCheck(.httpRequest) { bytes in
  let response = try FlyingFoxServer.response(to: input(bytes))
  // A handler is not called for a method that is not in its list.
  guard ["HTTP/1.1 200", "HTTP/1.1 404"].contains(where: { response.starts(with: $0.utf8) }) else {
    throw Refused()
  }
  return response
}

let handshake = """
  GET /socket HTTP/1.1\r
  Host: a\r
  Upgrade: websocket\r
  Connection: Upgrade\r
  Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
  Sec-WebSocket-Version: 13\r
  \r

  """

/// A server that echoes messages. It closes the connection if it refuses a frame, with an error or without a frame.
let flyingFoxWebSocket = ParserCheck(.webSocket) { bytes in
  let response = try FlyingFoxServer.response(to: Array(handshake.utf8) + input(bytes))
  let frames = response.split(separator: Array("\r\n\r\n".utf8), maxSplits: 1).dropFirst().first
  guard let frames, !frames.contains("Protocol Error".utf8) else { throw Refused() }
  return Array(frames)
}
.allowing("pong-unsolicited")
