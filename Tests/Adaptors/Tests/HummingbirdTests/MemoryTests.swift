import Foundation
import Hummingbird
import NIOCore
import Sluice
import SluiceHummingbird
import Testing

/// The memory of large bodies, of the server and the client in one process, in which no other test may run.
@Suite(.timeLimit(.minutes(5)), .serialized) struct MemoryTests {
  private static let byteCount = 1 << 30

  /// The largest resident set of the process so far, in bytes.
  private func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.split { " \t".contains($0) }[1])) * 1024
  }

  /// The memory that a busy process takes varies, so the limit is a fraction of the body, and not what it needs.
  private func expectFlat(_ transfer: () async throws -> Void) async throws {
    let before = try peak()
    try await transfer()
    let growth = try peak() - before
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
        let counts: [Int] = try await session.upload(MultipartForm { File("large", at: file) }, to: "parts")
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
}
