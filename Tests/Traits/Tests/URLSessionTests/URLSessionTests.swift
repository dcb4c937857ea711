import Foundation
import FoundationNetworking
import HTTPTypes
import Sluice
import SluiceTesting
import SluiceURLSession
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct URLSessionTests {
  private struct Report: Codable, Equatable {
    var method: String
    var byteCount: Int64
    var contentLength: Int64?
    var isChunked: Bool
    var fields: [String: String]
  }

  /// A server that reports the requests that it receives.
  private func server() throws -> LoopbackServer {
    try .http { request, connection in
      let count = try connection.readBody { _ in }
      if request.path == "/moved" {
        return try connection.respond(307, fields: [.location: "/a"], body: "")
      }
      let report = Report(
        method: request.method.rawValue, byteCount: count, contentLength: request.contentLength,
        isChunked: request.isChunked,
        fields: Dictionary(
          request.fields.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0)|\($1)" }))
      let body = String(decoding: try JSON.Encoder().encode(report), as: UTF8.self)
      try connection.respond(
        request.path == "/refused" ? 403 : 200, fields: [.contentType: "application/json"], body: body)
    }
  }

  private let urlSession = URLSession(configuration: .ephemeral)

  private func request(
    _ method: HTTPRequest.Method, _ server: LoopbackServer, _ path: String = "/a",
    body: (any BodySource)? = nil
  ) -> SessionRequest {
    SessionRequest(
      HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path),
      body: body)
  }

  @Test func `the method, the URL and the fields are sent`() async throws {
    let server = try server()
    defer { server.stop() }
    var request = request(.get, server)
    request.head.headerFields[.accept] = "application/json"
    let report = try await urlSession.send(request, decoding: .json(Report.self))
    #expect(report.method == "GET" && report.fields["accept"] == "application/json")
    #expect(report.byteCount == 0 && report.contentLength ?? 0 == 0)
  }

  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 5_000_000])
  func `a body is sent with its exact length`(count: Int) async throws {
    let server = try server()
    defer { server.stop() }
    let body = AnyBody.bytes([UInt8](repeating: 7, count: count))
    let report = try await urlSession.send(request(.post, server, body: body), decoding: .json(Report.self))
    #expect(report.byteCount == Int64(count) && report.contentLength == Int64(count) && !report.isChunked)
  }

  @Test func `a body of unknown size is sent with its exact length`() async throws {
    let server = try server()
    defer { server.stop() }
    let chunks = AsyncStream<[UInt8]> { continuation in
      for _ in 0..<3 { continuation.yield([UInt8](repeating: 7, count: 1000)) }
      continuation.finish()
    }
    let report = try await urlSession.send(
      request(.post, server, body: .async(chunks)), decoding: .json(Report.self))
    #expect(report.contentLength == 3000 && report.byteCount == 3000 && !report.isChunked)
  }

  @Test(arguments: [1000, 5_000_000])
  func `a 307 is the response to a request with a body`(count: Int) async throws {
    let server = try server()
    defer { server.stop() }
    let body = AnyBody.bytes([UInt8](repeating: 7, count: count))
    let (_, response) = try await urlSession.send(request(.post, server, "/moved", body: body))
    #expect(HTTPResponse(response)?.status == .temporaryRedirect)
  }

  @Test func `a 307 of a request without a body is followed`() async throws {
    let server = try server()
    defer { server.stop() }
    let report = try await urlSession.send(request(.get, server, "/moved"), decoding: .json(Report.self))
    #expect(report.method == "GET")
  }

  @Test(arguments: [0, 1000, 5_000_000])
  func `a 401 is the response to a request with a body`(count: Int) async throws {
    let server = try LoopbackServer.http { _, connection in
      try connection.readBody { _ in }
      try connection.respond(401, fields: [.wwwAuthenticate: #"Basic realm="a""#], body: "refused")
    }
    defer { server.stop() }
    let body = AnyBody.bytes([UInt8](repeating: 7, count: count))
    let (data, response) = try await urlSession.send(request(.put, server, body: body))
    #expect(HTTPResponse(response)?.status == .unauthorized)
    #expect(String(decoding: data, as: UTF8.self) == "refused")
  }

  @Test func `a form has its own content type`() async throws {
    let server = try server()
    defer { server.stop() }
    let form = MultipartForm { FormField("name", "Ann") }
    let report = try await urlSession.send(request(.post, server, body: form), decoding: .json(Report.self))
    let byteCount = try #require(try form.byteCount)
    #expect(report.fields["content-type"] == form.contentType && report.contentLength == byteCount)
  }

  @Test func `no temporary file is left`() async throws {
    let server = try server()
    defer { server.stop() }
    let before = try temporaryFiles()
    let body = AnyBody.bytes([UInt8](repeating: 7, count: 2 << 20))
    _ = try await urlSession.send(request(.post, server, body: body))
    #expect(try temporaryFiles().isSubset(of: before))
  }

  private func temporaryFiles() throws -> Set<String> {
    let folder = FileManager.default.temporaryDirectory.path
    return Set(
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".sluice-") })
  }

  @Test func `the error of a body is thrown, and nothing is sent`() async throws {
    let server = try server()
    defer { server.stop() }
    let missing = AnyBody.file(at: "/does/not/exist")
    await #expect(throws: BodyError.self) {
      _ = try await urlSession.send(request(.post, server, body: missing))
    }
    #expect(server.acceptedConnections == 0)
  }

  @Test func `a refused status is the same error as in a session`() async throws {
    let server = try server()
    defer { server.stop() }
    let error = await #expect(throws: ResponseError.self) {
      _ = try await urlSession.send(request(.get, server, "/refused"), decoding: .json(Report.self))
    }
    #expect(error?.code == .unacceptableStatus && error?.head.status == .forbidden)
    #expect(error?.url == "\(server.url)/refused" && error?.body.isEmpty == false)
  }

  @Test func `a response of another type is the same error as in a session`() async throws {
    let server = try LoopbackServer.http { _, connection in
      try connection.respond(200, fields: [.contentType: "text/html"], body: "<html>")
    }
    defer { server.stop() }
    let error = await #expect(throws: ResponseError.self) {
      _ = try await urlSession.send(request(.get, server), decoding: .json(Report.self))
    }
    #expect(error?.code == .unacceptableMediaType)
  }

  @Test func `data and a response of any task are decoded`() async throws {
    let server = try server()
    defer { server.stop() }
    let (data, response) = try await urlSession.data(for: URLRequest(request(.get, server)))
    let report = try await ResponseDecoder.json(Report.self).decode(data, response)
    #expect(report.method == "GET")
  }

  @Test func `a response without HTTP is an error`() async throws {
    let response = try URLResponse(
      url: #require(URL(string: "file:///a")), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    #expect(HTTPResponse(response) == nil)
    await #expect(throws: URLError.self) { _ = try await ResponseDecoder.bytes.decode(Data(), response) }
  }

  @Test func `a request without a host is an error`() {
    #expect(throws: URLError.self) {
      _ = try URLRequest(SessionRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")))
    }
  }

  @Test(arguments: [nil, 1000]) func `cancelling the task ends the request`(count: Int?) async throws {
    let (requests, received) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { connection in
      try connection.serveRequests { _, connection in
        received.yield()
        _ = try connection.readBody { _ in }
        // Returns when the client has closed the connection.
        connection.waitForClose()
      }
    }
    defer { server.stop() }
    let body = count.map { AnyBody.bytes([UInt8](repeating: 7, count: $0)) }
    let task = Task { try await urlSession.send(request(count == nil ? .get : .post, server, body: body)) }
    for await _ in requests { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test func `the connection of a cancelled upload ends after its response`() async throws {
    let (requests, received) = AsyncStream.makeStream(of: Void.self)
    let (ends, closed) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      try connection.serveRequests { _, connection in
        _ = try connection.readBody { _ in }
        received.yield()
        isCancelled.wait()
        try connection.respond(200, body: "")
        connection.waitForClose()
        closed.yield()
      }
    }
    defer { server.stop() }
    for _ in 0..<5 {
      let task = Task { try await urlSession.send(request(.post, server, body: .bytes([7]))) }
      for await _ in requests { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      isCancelled.signal()
      for await _ in ends { break }
    }
  }

  /// Foundation has trapped after some tens of requests.
  @Test(arguments: [nil, 3, 2_000_000]) func `a request can be cancelled at any moment`(count: Int?)
    async throws
  {
    let server = try server()
    defer { server.stop() }
    let session = URLSession(configuration: .default)
    let body = count.map { AnyBody.bytes([UInt8](repeating: 7, count: $0)) }
    for _ in 0..<200 {
      let request = request(body == nil ? .get : .post, server, body: body)
      let task = Task { try await session.send(request) }
      // The length of the wait decides how far the request gets.
      try await Task.sleep(
        for: .microseconds(Int.random(in: 0..<(count ?? 0 > 3 ? 20_000 : 2000))))
      task.cancel()
      switch await task.result {
      case .success((_, let response)): #expect((response as? HTTPURLResponse)?.statusCode == 200)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }
}
