import Sluice
import SluiceBrotli
import SluiceTesting
import SluiceZstd
import Testing

/// A session with a server that codes its responses.
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
  /// Returns the body of a response with a coding and bytes.
  private func body(
    _ coding: String, _ bytes: [UInt8], configure: (inout Session.Configuration) -> Void = { _ in }
  ) async throws -> [UInt8] {
    let server = try LoopbackServer.http {
      try $1.respond(200, fields: [.contentEncoding: coding], body: $0.method == .head ? [] : bytes)
    }
    defer { server.stop() }
    var configuration = Session.Configuration(baseURL: server.url)
    configure(&configuration)
    let session = Session(configuration)
    let response = try await session.send(session.request(.get, ""))
    return try await response.body.collect(upTo: 10 << 20)
  }

  private func coded(_ bytes: [UInt8], _ codings: [String]) throws -> [UInt8] {
    try codings.reduce(bytes) {
      switch $1 {
      case "gzip": try run("gzip -c", $0)
      default: try #require(TestedCoding(rawValue: $1)).encode($0)
      }
    }
  }

  @Test(arguments: [["zstd"], ["br"], ["gzip", "zstd"], ["br", "zstd", "gzip"], ["zstd", "br"]])
  func `a body is decoded by its Content-Encoding, unless that is turned off`(codings: [String]) async throws
  {
    let text = try #require(samples["text"])
    let bytes = try coded(text, codings)
    let name = codings.joined(separator: ", ")
    #expect(try await body(name, bytes) == text)
    #expect(try await body(name, bytes) { $0.decodesContent = false } == bytes)
    #expect(try await body(name, []) == [])
  }

  @Test func `the codings are accepted, and a typed response is decoded`() async throws {
    let server = try LoopbackServer.http { request, connection in
      let accepted = request.fields[.acceptEncoding] ?? "none"
      let json = Array(#"{"accepted": "\#(accepted)"}"#.utf8)
      try connection.respond(
        200, fields: [.contentType: "application/json", .contentEncoding: "zstd"],
        body: TestedCoding.zstd.encode(json))
    }
    defer { server.stop() }
    let session = Session(baseURL: server.url)
    let value: [String: String] = try await session.get("")
    #expect(value == ["accepted": "gzip, deflate, br, zstd"])
  }

  @Test(arguments: TestedCoding.allCases)
  func `malformed and truncated bodies are errors of the response`(coding: TestedCoding) async throws {
    let bytes = try coding.encode(phrase)
    for malformed in [Array(bytes.dropLast()), bytes + [0], Array("plain text".utf8)] {
      let error = await #expect(throws: SessionError.self) { try await body(coding.rawValue, malformed) }
      #expect(error?.code == .invalidResponse)
      #expect(error?.underlying is ZstdError || error?.underlying is BrotliError)
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `a decompression bomb stops at the limit`(coding: TestedCoding) async throws {
    let bomb = try coding.encode([UInt8](repeating: 0, count: 50_000_000))
    for limits in [Inflater.Limits(maximumByteCount: 1 << 20), Inflater.Limits(maximumRatio: 50)] {
      let error = await #expect(throws: SessionError.self) {
        try await body(coding.rawValue, bomb) { $0.decodingLimits = limits }
      }
      #expect(error?.code == .bodyTooLarge)
      #expect(error?.underlying is ZstdError || error?.underlying is BrotliError)
    }
  }

  @Test func `a body that is still coded is named as the cause of a failed decoding`() async throws {
    let server = try LoopbackServer.http {
      try $1.respond(
        200, fields: [.contentType: "application/json", .contentEncoding: "zstd"],
        body: TestedCoding.zstd.encode(Array("{}".utf8)))
    }
    defer { server.stop() }
    var configuration = Session.Configuration(baseURL: server.url)
    configuration.decodesContent = false
    let session = Session(configuration)
    let error = await #expect(throws: ResponseError.self) {
      let _: [String: String] = try await session.get("")
    }
    #expect(error?.code == .contentCoded)
  }

  @Test func `a compressed request arrives whole`() async throws {
    let server = try LoopbackServer.http { request, connection in
      let body = try connection.readBody()
      try connection.respond(
        200, fields: [.contentLanguage: request.fields[.contentEncoding] ?? "none"],
        body: TestedCoding.zstd.decode(body))
    }
    defer { server.stop() }
    let session = Session(baseURL: server.url)
    let text = try #require(samples["text"])
    var request = try session.request(.post, "", fields: [.contentType: "text/plain"], body: .bytes(text))
    try request.compressBody(with: .zstd)
    let response = try await session.send(request)
    #expect(response.fields[.contentLanguage] == "zstd")
    #expect(try await response.body.collect(upTo: 10 << 20) == text)
  }
}
