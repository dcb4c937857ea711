import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Sluice
import SluiceHummingbird
import SluiceNIO
import _NIOFileSystem

/// A file that is read into buffers, and discarded.
struct Files {
  let path: String

  /// Reads with NIO's file system, in chunks of its default size, or with a source of Sluice's.
  func readBuffers(_ count: Int, isAlone: Bool) async throws {
    for _ in 0..<count {
      var byteCount = 0
      if isAlone {
        try await FileSystem.shared.withFileHandle(forReadingAt: FilePath(path)) { handle in
          for try await chunk in handle.readChunks() { byteCount += chunk.readableBytes }
        }
      } else {
        for try await buffer in AnyBody.file(at: path).byteBuffers() { byteCount += buffer.readableBytes }
      }
      if byteCount == 0 { throw Main.Usage() }
    }
  }

  /// Responds with the file as Hummingbird does it, or with a `FileResponse`.
  func respond(_ count: Int, isAlone: Bool) async throws {
    let request = Hummingbird.Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"),
      body: RequestBody(buffer: ByteBuffer()))
    let context = BasicRequestContext(
      source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "benchmark")))
    for _ in 0..<count {
      let body =
        if isAlone {
          try await FileIO().loadFile(path: path, context: context)
        } else {
          try await FileResponse(at: path).response(from: request, context: context).body
        }
      try await body.write(Discarding())
    }
  }

  private struct Discarding: ResponseBodyWriter {
    func write(_ buffer: ByteBuffer) {}
    consuming func finish(_ trailingHeaders: HTTPFields?) {}
  }
}
