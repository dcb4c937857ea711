import AsyncHTTPClient
import Foundation
import NIOCore
import Sluice
import SluiceAsyncHTTPClient
import _NIOFileSystem

/// Transfers a file many times at once, with one client. `many_uploads.py` and `clients.py` measure the process.
///
///     TransferBenchmark sluice|async-http-client upload|download <url> <file> <count>
///     TransferBenchmark sluice-with-async-http-client form <url> <file> <count>
@main
struct Main {
  private struct Usage: Error {}
  private struct Refused: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let count = Int(arguments[5]) else { throw Usage() }
    let (url, file) = (arguments[3], arguments[4])
    switch (arguments[1], arguments[2]) {
    case ("sluice", "upload"):
      try await withSluice(count) { try await $0.upload(.file(at: file), to: .init(url), method: .put) }
    case ("sluice", "download"):
      try await withSluice(count) {
        try await $0.download(.init(url), to: .file(file), options: .init(ifExists: .replace))
      }
    case ("async-http-client", "upload"):
      try await withPeer(count) { try await upload(file, to: url, with: $0) }
    case ("async-http-client", "download"):
      try await withPeer(count) { try await download(url, to: file, with: $0) }
    case ("sluice-with-async-http-client", "form"):
      try await withPeer(count) { try await uploadForm(with: file, to: url, with: $0) }
    default: throw Usage()
    }
  }

  private static func withSluice<Result>(
    _ count: Int, _ transfer: @escaping @Sendable (Session) async throws -> Result
  ) async throws {
    let session = Session()
    try await atOnce(count) { _ = try await transfer(session) }
    await session.invalidate()
  }

  private static func withPeer(
    _ count: Int, _ transfer: @escaping @Sendable (HTTPClient) async throws -> Void
  ) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = count
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    try await atOnce(count) { try await transfer(client) }
    try await client.shutdown()
  }

  /// Sends a form with the file.
  private static func uploadForm(with file: String, to url: String, with client: HTTPClient) async throws {
    let request = try Session().request(.put, .init(url), body: MultipartForm { FormFile("file", at: file) })
    let response = try await client.execute(HTTPClientRequest(request), timeout: .seconds(600))
    _ = try await ResponseDecoder.bytes.decode(response)
  }

  /// Reads the file with NIO's file system, in chunks of its default size.
  private static func upload(_ file: String, to url: String, with client: HTTPClient) async throws {
    try await FileSystem.shared.withFileHandle(forReadingAt: FilePath(file)) { handle in
      var request = HTTPClientRequest(url: url)
      request.method = .PUT
      request.body = .stream(handle.readChunks(), length: .known(try await handle.info().size))
      let response = try await client.execute(request, timeout: .seconds(600))
      _ = try await response.body.collect(upTo: 1 << 20)
      if response.status != .ok { throw Refused() }
    }
  }

  /// Writes the file with NIO's file system, in chunks as they arrive.
  private static func download(_ url: String, to file: String, with client: HTTPClient) async throws {
    try await FileSystem.shared.withFileHandle(
      forWritingAt: FilePath(file), options: .newFile(replaceExisting: true)
    ) { handle in
      let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(600))
      if response.status != .ok { throw Refused() }
      var offset: Int64 = 0
      for try await chunk in response.body {
        offset += try await handle.write(contentsOf: chunk.readableBytesView, toAbsoluteOffset: offset)
      }
    }
  }

  private static func atOnce(_ count: Int, transfer: @escaping @Sendable () async throws -> Void) async throws
  {
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { try await transfer() } }
      try await group.waitForAll()
    }
  }
}
