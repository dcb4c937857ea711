import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Sluice
import Testing

@testable import UploadServer

@Suite struct UploadServerTests {
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
        try await upload(to: "http://127.0.0.1:\(port)/forms", in: folder, breaking: connections)
        break
      }
      group.cancelAll()
    }
  }

  private func upload(to url: String, in folder: URL, breaking connections: Connections) async throws {
    let video = Data((0..<2 << 20).map { UInt8($0 % 251) })
    let source = folder.appending(component: "source.mov")
    try video.write(to: source)
    let form = MultipartForm {
      Field("title", "Holiday")
      File("video", at: source.path())
    }

    var configuration = Session.Configuration()
    configuration.maximumSendRate = 1 << 20
    let session = Session(configuration)
    let parts: [StoredPart] = try await session.upload(
      form, to: url, resumable: .standard(record: folder.path() + "/record")
    ) { progress in
      if progress.fractionCompleted ?? 0 > 0.4 { connections.breakFirst() }
    }
    #expect(parts.first == StoredPart(name: "title", value: "Holiday"))
    #expect(parts.map(\.name) == ["title", "video"])
    let path = try #require(parts.last?.path)
    #expect(path != source.path())
    #expect(try Data(contentsOf: URL(filePath: path)) == video)
    #expect(connections.count > 1)
  }
}

/// The connections that a server has accepted.
private final class Connections: ChannelInboundHandler, Sendable {
  typealias InboundIn = any Channel

  private let accepted = NIOLockedValueBox<[any Channel]>([])

  var count: Int { accepted.withLockedValue { $0.count } }

  func breakFirst() { accepted.withLockedValue { $0.first }?.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    accepted.withLockedValue { $0.append(unwrapInboundIn(data)) }
    context.fireChannelRead(data)
  }
}
