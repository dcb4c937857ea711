import NIOCore
import NIOHTTP1
import SluiceMultipart
import Synchronization
import Testing
import Vapor

@Suite(.timeLimit(.minutes(5))) struct VaporTests {
  private final class Writer: AsyncBodyStreamWriter {
    private let buffers = Mutex<[ByteBuffer]>([])

    var written: [ByteBuffer] { buffers.withLock { $0 } }

    func write(_ result: BodyStreamResult) async throws {
      if case .buffer(let buffer) = result { buffers.withLock { $0.append(buffer) } }
    }
  }

  @Test func `a form is sent with its exact length, and received as a stream`() async throws {
    let form = MultipartForm { FormField("title", "Holiday") }
    let body = try Response.Body(form)
    let writer = Writer()
    try await body.write(writer)
    let sent = writer.written
    #expect(sent.map(\.readableBytes).reduce(0, +) == body.count)
    #expect(try form.byteCount == Int64(body.count))
    let request = Request(headers: ["Content-Type": form.contentType ?? ""], buffers: sent)
    #expect(try await receiveVideos(request) == .created)
  }

  @Test func `a body of another media type is refused`() async throws {
    let request = Request(headers: ["Content-Type": "text/plain"], buffers: [])
    let error = await #expect(throws: Abort.self) { try await receiveVideos(request) }
    #expect(error?.status == .unsupportedMediaType)
  }
}
