import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Sluice
import SluiceHummingbird
import Testing

/// The memory of large bodies, of the server and the client in one process, in which no other test may run.
@Suite(.timeLimit(.minutes(5)), .serialized) struct MemoryTests {
  private static let byteCount = 1 << 30

  /// The resident set of the process in bytes: `VmRSS` for the current, `VmHWM` for the largest one so far.
  private func residentByteCount(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(Int(line.split { " \t".contains($0) }[1])) * 1024
  }

  /// Waits until the resident set has not grown for a second, and returns it.
  private func settledByteCount() async throws -> Int {
    var (byteCount, since) = (0, ContinuousClock.now)
    try await until {
      let current = try residentByteCount("VmRSS")
      if current > byteCount { (byteCount, since) = (current, .now) }
      return since.duration(to: .now) > .seconds(1)
    }
    return byteCount
  }

  /// The memory that a busy process takes varies, so the limit is a fraction of the body, and not what it needs.
  private func expectFlat(_ transfer: () async throws -> Void) async throws {
    let before = try residentByteCount("VmHWM")
    try await transfer()
    let growth = try residentByteCount("VmHWM") - before
    #expect(growth < Self.byteCount / 4)
  }

  @Test func `a large form is read in little memory`() async throws {
    let folder = try TestFolder()
    let file = try folder.sparseFile("large", byteCount: UInt64(Self.byteCount))
    try await withServer { router in
      router.post("parts") { request, _ in
        var count = 0
        for try await part in try request.multipartParts() {
          for try await bytes in part.bytes { count += bytes.count }
        }
        return [count]
      }
    } _: { _, session in
      try await expectFlat {
        let counts: [Int] = try await session.upload(
          MultipartForm { FormFile("large", at: file) }, to: "parts")
        #expect(counts == [Self.byteCount])
      }
    }
  }

  @Test func `a large file is sent in little memory`() async throws {
    let folder = try TestFolder()
    let file = try folder.sparseFile("large", byteCount: UInt64(Self.byteCount))
    try await withServer { router in
      router.get("large") { _, _ in try await FileResponse(at: file) }
    } _: { _, session in
      try await expectFlat {
        let download = try await session.download("large", to: .file(folder.path("copy")))
        #expect(download.byteCount == Int64(Self.byteCount))
      }
    }
  }

  /// With its connection, a reader takes 114 to 206 KB if its route is the first one of the process. Later routes use
  /// memory again, so they seem to take less. It took up to 9 MB when the writer did not know that its channel was
  /// full.
  @Test(arguments: ["file", "ranges", "body"])
  func `a reader that stalls costs little memory`(route: String) async throws {
    let folder = try TestFolder()
    let file = try folder.sparseFile("large", byteCount: UInt64(Self.byteCount))
    let readerCount = 200
    try await withServer { router in
      router.get("file") { _, _ in try await FileResponse(at: file) }
      router.get("ranges") { _, _ in try await FileResponse(at: file) }
      router.get("body") { _, _ in BodyResponse(.joined([.text("x"), .file(at: file)])) }
    } _: { client, _ in
      let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.autoRead, value: false)
      var readers: [any Channel] = []
      for _ in 0..<readerCount {
        readers.append(try await bootstrap.connect(host: "localhost", port: client.port ?? 0).get())
      }
      let before = try residentByteCount("VmRSS")
      for reader in readers {
        try await reader.writeAndFlush(
          ByteBuffer(
            string: "GET /\(route) HTTP/1.1\r\nHost: localhost\r\n"
              + (route == "ranges" ? "Range: bytes=0-1,100-\r\n\r\n" : "\r\n")))
      }
      let growth = try await settledByteCount() - before
      for reader in readers { try await reader.close() }
      #expect(growth / readerCount < 256 * 1024)
    }
  }
}
