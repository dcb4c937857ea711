import AsyncHTTPClient
import Foundation
import NIOCore
import Sluice
import _NIOFileSystem

/// Uploads a file many times at once, with one client. `Benchmarks/upload.py` measures the process.
///
///     UploadBenchmark sluice|async-http-client <url> <file> <count>
@main
struct Main {
  private struct Usage: Error {}
  private struct Refused: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[4]) else { throw Usage() }
    let (url, file) = (arguments[2], arguments[3])
    switch arguments[1] {
    case "sluice": try await uploadWithSluice(file, to: url, count)
    case "async-http-client": try await uploadWithPeer(file, to: url, count)
    default: throw Usage()
    }
  }

  private static func uploadWithSluice(_ file: String, to url: String, _ count: Int) async throws {
    let session = Session()
    try await atOnce(count) { try await session.upload(.file(at: file), to: url, method: .put) }
    await session.invalidate()
  }

  /// Reads the file with NIO's file system, in chunks of its default size.
  private static func uploadWithPeer(_ file: String, to url: String, _ count: Int) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = count
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    try await atOnce(count) {
      try await FileSystem.shared.withFileHandle(forReadingAt: FilePath(file)) { handle in
        var request = HTTPClientRequest(url: url)
        request.method = .PUT
        request.body = .stream(handle.readChunks(), length: .known(try await handle.info().size))
        let response = try await client.execute(request, timeout: .seconds(600))
        _ = try await response.body.collect(upTo: 1 << 20)
        if response.status != .ok { throw Refused() }
      }
    }
    try await client.shutdown()
  }

  private static func atOnce(_ count: Int, upload: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { try await upload() } }
      try await group.waitForAll()
    }
  }
}
