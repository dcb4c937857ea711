import Foundation
import NIOCore
import Sluice
import SluiceNIO
import Testing

/// Sequences of `ByteBuffer`s as what Sluice reads.
@Suite(.timeLimit(.minutes(5))) struct ReadableBytesViewsTests {
  /// Buffers of a number of bytes each, with bytes around them that are not readable.
  private func buffers(_ bytes: [UInt8], of size: Int) -> AsyncStream<ByteBuffer> {
    AsyncStream { continuation in
      for start in stride(from: 0, to: bytes.count, by: size) {
        var buffer = ByteBuffer(string: "before")
        buffer.writeBytes(bytes[start..<min(start + size, bytes.count)])
        buffer.writeString("after")
        buffer.moveReaderIndex(forwardBy: "before".utf8.count)
        buffer.moveWriterIndex(to: buffer.writerIndex - "after".utf8.count)
        continuation.yield(buffer)
      }
      continuation.finish()
    }
  }

  private func bytes(of source: some BodySource) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in source.chunks() { bytes += chunk }
    return bytes
  }

  @Test(arguments: [1, 7, 1 << 16]) func `a form is read part by part`(size: Int) async throws {
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormField("empty", "")
    }
    let body = buffers(try await bytes(of: form), of: size)
    let parts = try await MultipartReader(body.readableBytesViews, contentType: form.contentType ?? "")
      .collect(upTo: 100)
    #expect(parts.map(\.name) == ["title", "empty"])
    #expect(parts.map(\.bytes) == [Array("Holiday".utf8), []])
  }

  @Test(arguments: [1, 7, 1 << 16]) func `a form is decoded`(size: Int) async throws {
    struct Upload: Decodable, Equatable { var title: String }
    let form = MultipartForm { FormField("title", "Holiday") }
    let body = buffers(try await bytes(of: form), of: size)
    let reader = try MultipartReader(body.readableBytesViews, contentType: form.contentType ?? "")
    #expect(try await FormDecoder().decode(Upload.self, from: reader) == Upload(title: "Holiday"))
  }

  @Test(arguments: [1, 7, 1 << 16]) func `compressed buffers are decompressed`(size: Int) async throws {
    let plain = [UInt8](repeating: 65, count: 100_000)
    let compressed = try await bytes(of: .gzip(AnyBody.bytes(plain)))
    var inflated: [UInt8] = []
    for try await chunk in buffers(compressed, of: size).readableBytesViews.inflated() { inflated += chunk }
    #expect(inflated == plain)
  }

  @Test(arguments: [1, 7, 1 << 16]) func `elements are parsed as they arrive`(size: Int) async throws {
    let body = buffers(Array("one\ntwo\n".utf8), of: size)
    var lines: [String] = []
    for try await line in ElementStream(body.readableBytesViews, decoding: .lines()) { lines.append(line) }
    #expect(lines == ["one", "two"])
  }

  @Test(arguments: [1000, 1 << 20]) func `buffers are a body with a declared length`(size: Int) async throws {
    let plain = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let source = AnyBody.async(buffers(plain, of: size).readableBytesViews, byteCount: 300_000)
    #expect(try await bytes(of: source) == plain)
  }

  @Test func `an error of the sequence is thrown`() async throws {
    struct Failure: Error {}
    let body = AsyncThrowingStream<ByteBuffer, any Error> { $0.finish(throwing: Failure()) }
    let reader = try MultipartReader(body.readableBytesViews, contentType: "multipart/form-data; boundary=b")
    await #expect(throws: Failure.self) { try await reader.collect(upTo: 1) }
  }
}
