import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Testing

/// Responses of AsyncHTTPClient that Sluice's decoders decode.
@Suite(.timeLimit(.minutes(5))) struct ResponseTests {
  private static let json: HTTPFields = [.contentType: "application/json"]

  /// Decodes the response of a server in a new client.
  private func decode<Output: Sendable>(
    _ decoder: ResponseDecoder<Output>, upTo limit: Int? = 1 << 20,
    client configure: (inout HTTPClient.Configuration) -> Void = { _ in },
    from respond: @escaping @Sendable (LoopbackConnection) throws -> Void
  ) async throws -> Output {
    try await withServer { _, connection in
      try respond(connection)
    } _: { server in
      try await withClient(configure) { client in
        try await decoder.decode(client.response(of: server, "/users/1?token=secret"), upTo: limit)
      }
    }
  }

  @Test func `a response is validated and decoded`() async throws {
    let user = try await decode(.json(User.self)) {
      try $0.respond(200, fields: Self.json, body: #"{"name":"Ann"}"#)
    }
    #expect(user == User(name: "Ann"))
  }

  @Test func `a status that is not acceptable is an error with the failure, the body and the URL`()
    async throws
  {
    let decoder = ResponseDecoder.json(User.self).decoding(failure: Refusal.self)
    let error = await #expect(throws: ResponseError.self) {
      try await decode(decoder) {
        try $0.respond(422, fields: Self.json, body: #"{"reason":"taken"}"#)
      }
    }
    #expect(error?.code == .unacceptableStatus && error?.head.status.code == 422)
    #expect(error?.underlying as? Refusal == Refusal(reason: "taken"))
    #expect(error?.body == Array(#"{"reason":"taken"}"#.utf8) && error?.method == .get)
    #expect(error?.url?.hasSuffix("/users/1") == true)
  }

  @Test func `another media type is an error`() async throws {
    let error = await #expect(throws: ResponseError.self) {
      try await decode(.json(User.self)) {
        try $0.respond(200, fields: [.contentType: "text/html"], body: "<p>")
      }
    }
    #expect(error?.code == .unacceptableMediaType && error?.body == Array("<p>".utf8))
  }

  @Test func `a response without a body is empty, whatever its status and type`() async throws {
    let user = try await decode(.json(User?.self)) { try $0.respond(204) }
    #expect(user == nil)
    _ = try await decode(.empty) { try $0.respond(200, fields: [.contentType: "text/html"]) }
  }

  @Test func `a body of exactly the limit is decoded, and one more byte is an error`() async throws {
    let exact = try await decode(.bytes, upTo: 70_000) { try $0.respond(200, body: patternedBytes(70_000)) }
    #expect(exact == patternedBytes(70_000))
    let error = await #expect(throws: SessionError.self) {
      try await decode(.bytes, upTo: 69_999) { try $0.respond(200, body: patternedBytes(70_000)) }
    }
    #expect(error?.code == .bodyTooLarge && error?.url?.hasSuffix("/users/1") == true)
  }

  @Test func `an endless body is received up to the limit, and the connection is closed`() async throws {
    let error = await #expect(throws: SessionError.self) {
      try await decode(.bytes, upTo: 1 << 20) { connection in
        try connection.respond(200, fields: [.transferEncoding: "chunked"])
        let chunk = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
        // Ends with an error of the connection only.
        while true { try connection.write(chunk) }
      }
    }
    #expect(error?.code == .bodyTooLarge)
  }

  @Test func `a coded body is decoded by Sluice, or was by the client`() async throws {
    let content = String(repeating: "ab", count: 100_000)
    let coded = try await bytes(of: .gzip(.text(content)))
    for decompression in [HTTPClient.Decompression.disabled, .enabled(limit: .ratio(2000))] {
      let text = try await decode(.text(), client: { $0.decompression = decompression }) {
        try $0.respond(
          200, fields: [.contentType: "text/plain", .contentEncoding: "gzip"], body: coded)
      }
      #expect(text == content)
    }
  }

  @Test func `the limit holds for decoded bytes`() async throws {
    let coded = try await bytes(of: .gzip(.bytes([UInt8](repeating: 0, count: 10 << 20))))
    #expect(coded.count < 100_000)
    let error = await #expect(throws: SessionError.self) {
      try await decode(.bytes) { try $0.respond(200, fields: [.contentEncoding: "gzip"], body: coded) }
    }
    #expect(error?.code == .bodyTooLarge)
  }

  @Test func `a coded body that is damaged, or has an unknown coding, is an error`() async throws {
    let coded = try await bytes(of: .gzip(.text("hello")))
    let cases: [(String, [UInt8], ErrorCode)] = [
      ("gzip", coded.dropLast(1), .invalidResponse), ("gzip", coded + [1], .invalidResponse),
      ("x-unknown", coded, .unsupportedCoding),
    ]
    for (coding, body, code) in cases {
      let error = await #expect(throws: SessionError.self) {
        try await decode(.bytes) { try $0.respond(200, fields: [.contentEncoding: coding], body: body) }
      }
      #expect(error?.code == code)
    }
  }

  @Test func `a body that is shorter than declared is a lost connection`() async throws {
    let error = await #expect(throws: SessionError.self) {
      try await decode(.bytes) { connection in
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
        connection.finishWriting()
      }
    }
    #expect(error?.code == .connectionLost && error?.underlying != nil)
    #expect(error?.url?.hasSuffix("/users/1") == true)
  }

  @Test func `a malformed chunk is an invalid response`() async throws {
    let error = await #expect(throws: SessionError.self) {
      try await decode(.bytes) {
        try $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n")
      }
    }
    #expect(error?.code == .invalidResponse)
  }

  @Test func `cancelling the task while the body arrives ends the request`() async throws {
    let isSent = Occurrence()
    let isClosed = Occurrence()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      isSent.occur()
      connection.waitForClose()
      isClosed.occur()
    } _: { server in
      try await withClient { client in
        let response = try await client.response(of: server)
        let task = Task { try await ResponseDecoder.bytes.decode(response) }
        await isSent.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await isClosed.wait()
      }
    }
  }

  @Test func `a decoder that ignores the body does not wait for a large one`() async throws {
    try await decode(.ignored) { connection in
      try connection.respond(200, fields: [.contentLength: "1000000000000"])
      try connection.write(patternedBytes(100_000))
      connection.waitForClose()
    }
  }

  @Test func `a response that no server has sent is decoded, too`() async throws {
    let response = HTTPClientResponse(
      headers: ["Content-Type": "application/json"], body: .bytes(ByteBuffer(string: #"{"name":"Ann"}"#)))
    #expect(try await ResponseDecoder.json(User.self).decode(response) == User(name: "Ann"))
    let refused = HTTPClientResponse(status: .notFound, body: .bytes(ByteBuffer(string: "none")))
    let error = await #expect(throws: ResponseError.self) {
      try await ResponseDecoder.json(User.self).decode(refused)
    }
    #expect(error?.url == nil && error?.body == Array("none".utf8))
  }
}
