import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Sluice

/// Runs a server on a free port of loopback, and a session as its client.
func withServer<Output: Sendable>(
  _ routes: (Router<BasicRequestContext>) -> Void,
  _ test: @Sendable (_ client: any TestClientProtocol, _ session: Session) async throws -> Output
) async throws -> Output {
  let router = Router(options: .autoGenerateHeadEndpoints)
  routes(router)
  return try await Application(router: router).test(.live) { client in
    let session = Session(baseURL: "http://localhost:\(client.port ?? 0)/")
    // The server waits for the end of its connections.
    do {
      let output = try await test(client, session)
      await session.invalidate()
      return output
    } catch {
      await session.invalidate()
      throw error
    }
  }
}

/// Opens a connection that sends any bytes, and closes it at the end of `body`.
func withConnection<Output: Sendable>(
  to port: Int,
  _ body:
    @Sendable (NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>)
    async throws -> Output
) async throws -> Output {
  let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    .connect(host: "localhost", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
  return try await channel.executeThenClose { try await body($0, $1) }
}

/// A folder that is removed with its contents.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = parent.appending(component: "sluice-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  func sparseFile(_ name: String, byteCount: UInt64) throws -> String {
    let path = try file(name, [])
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: byteCount)
    try handle.close()
    return path
  }

  /// Sets the time of the last modification.
  func setModified(_ name: String, to date: Date) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }

  /// The number of descriptors of this process that are open in the folder, also of files without names.
  func openDescriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix(path + "/") == true
    }.count
  }
}

/// Waits until a condition holds, for what the system does not report. The time limit of the suite ends a vain wait.
func until(_ condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
