import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Sluice
import Testing

@testable import UploadServer

/// Serialized, because some tests count the descriptors of the process.
@Suite(.timeLimit(.minutes(5)), .serialized) struct UploadServerTests {
  @Test func `a form arrives whole though its connection breaks`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "uploads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let connections = Connections()
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let server = UploadServer.application(port: 0, folder: folder.path()) { channel in
      try? await channel.pipeline.addHandler(connections, position: .first).get()
      started.yield(channel.localAddress?.port ?? 0)
    }
    try await withThrowingTaskGroup { group in
      group.addTask { try await server.run() }
      for await port in ports {
        try await upload(to: "http://127.0.0.1:\(port)/forms", in: folder, over: connections)
        break
      }
      group.cancelAll()
    }
  }

  private func upload(to url: String, in folder: URL, over connections: Connections) async throws {
    let video = Data((0..<2 << 20).map { UInt8($0 % 251) })
    let source = folder.appending(component: "source.mov")
    try video.write(to: source)
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", at: source.path())
    }

    let session = Session()
    let parts: [StoredPart] = try await session.upload(
      form, to: .init(url), resumable: .standard(record: folder.path() + "/record"))
    // The server waits for the end of its connections.
    await session.invalidate()
    #expect(parts.first == StoredPart(name: "title", value: "Holiday"))
    #expect(parts.map(\.name) == ["title", "video"])
    let path = try #require(parts.last?.path)
    #expect(path != source.path())
    #expect(try Data(contentsOf: URL(filePath: path)) == video)
    #expect(connections.count > 1)
  }
}

/// The connections that a server has accepted. The first one breaks within the form.
private final class Connections: ChannelInboundHandler, Sendable {
  typealias InboundIn = any Channel

  private let accepted = NIOLockedValueBox(0)

  var count: Int { accepted.withLockedValue { $0 } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let isFirst = accepted.withLockedValue { count in
      count += 1
      return count == 1
    }
    if isFirst { _ = unwrapInboundIn(data).pipeline.addHandler(Breaker(), position: .first) }
    context.fireChannelRead(data)
  }
}

/// Closes a connection after 1 MiB.
private final class Breaker: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let left = NIOLockedValueBox(1 << 20)

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let left = left.withLockedValue { left in
      left -= unwrapInboundIn(data).readableBytes
      return left
    }
    if left > 0 { context.fireChannelRead(data) } else { context.close(promise: nil) }
  }
}
