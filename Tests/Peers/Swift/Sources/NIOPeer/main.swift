// An adapter between `sluice corpus run` and the HTTP parser of SwiftNIO.

import Foundation
import Lines
import NIOCore
import NIOEmbedded
import NIOHTTP1

/// Returns the head that a client receives in response to a request.
func head(of data: Data) throws -> Any? {
  let channel = EmbeddedChannel()
  defer { _ = try? channel.finish() }
  try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPResponseDecoder()))
  let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "a"])
  try channel.writeOutbound(HTTPClientRequestPart.head(request))
  try channel.writeInbound(ByteBuffer(bytes: data))
  guard case .head(let head)? = try channel.readInbound(as: HTTPClientResponsePart.self) else {
    throw Refused("incomplete")
  }
  return [
    "status": Int(head.status.code), "reason": head.status.reasonPhrase,
    "fields": head.headers.map { [$0.name, $0.value] },
  ]
}

let version = ProcessInfo.processInfo.environment["PEER_VERSION"] ?? "unknown"
try serve(version: version, peers: [("NIOHTTP1", "http-head")]) { data, _, _ in try head(of: data) }
