import Foundation
import HTTPTypes
import OpenAPIRuntime
import Sluice
import SluiceOpenAPI
import SluiceTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
  private let form = MultipartForm {
    FormField("title", "Holiday")
    FormFile("video", .bytes([UInt8](repeating: 7, count: 300_000)), fileName: "a.mov")
  }

  /// Calls a function with a transport to a server that redirects `/old` and sends each other body back.
  private func withTransport(
    _ body: (SessionTransport, URL, _ seen: () -> [Int64?]) async throws -> Void
  ) async throws {
    let lengths = Mutex<[Int64?]>([])
    let server = try LoopbackServer.http { request, connection in
      lengths.withLock { $0.append(request.contentLength) }
      let body = try connection.readBody()
      if request.path == "/v1/old" {
        return try connection.respond(307, fields: [.location: "/v1/new"])
      }
      try connection.respond(200, fields: [.contentType: request.fields[.contentType] ?? ""], body: body)
    }
    defer { server.stop() }
    let session = Session()
    let url = try #require(URL(string: server.url + "/v1"))
    try await body(SessionTransport(session), url) { lengths.withLock { $0 } }
    await session.invalidate()
  }

  private func request(_ path: String) -> HTTPRequest {
    HTTPRequest(
      method: .post, scheme: nil, authority: nil, path: path,
      headerFields: [.contentType: form.contentType ?? ""])
  }

  @Test func `a form is sent with its exact length, and again after a 307`() async throws {
    try await withTransport { transport, url, seen in
      let (response, body) = try await transport.send(
        request("/old"), body: HTTPBody(form), baseURL: url, operationID: "upload")
      #expect(response.status == .ok)
      let length = try form.byteCount
      #expect(seen() == [length, length])
      let received = try #require(body)
      #expect(received.length == .known(length ?? 0) && received.iterationBehavior == .single)
      var names: [String?] = []
      var count = 0
      let contentType = response.headerFields[.contentType] ?? ""
      for try await part in try MultipartReader(received, contentType: contentType) {
        names.append(part.name)
        for try await bytes in part.bytes { count += bytes.count }
      }
      #expect(names == ["title", "video"] && count == 300_007)
    }
  }

  @Test func `a body that can be iterated once is not sent twice`() async throws {
    try await withTransport { transport, url, seen in
      let (chunks, continuation) = AsyncStream.makeStream(of: ArraySlice<UInt8>.self)
      continuation.yield([1, 2])
      continuation.finish()
      let body = HTTPBody(chunks, length: .known(2), iterationBehavior: .single)
      await #expect(throws: SessionError.self) {
        try await transport.send(request("/old"), body: body, baseURL: url, operationID: "upload")
      }
      #expect(seen() == [2])
    }
  }

  @Test func `a body without a length is chunked`() async throws {
    try await withTransport { transport, url, seen in
      let (chunks, continuation) = AsyncStream.makeStream(of: ArraySlice<UInt8>.self)
      continuation.yield([1, 2])
      continuation.finish()
      let sent = HTTPBody(chunks, length: .unknown, iterationBehavior: .single)
      let (_, body) = try await transport.send(
        request("/new"), body: sent, baseURL: url, operationID: "upload")
      var bytes: [UInt8] = []
      for try await chunk in try #require(body) { bytes += chunk }
      #expect(bytes == [1, 2] && seen() == [nil])
    }
  }
}
