import Foundation
import Sluice
import SluiceZstd
import Testing

/// Bodies that are compressed with zstd.
@Suite(.timeLimit(.minutes(5))) struct ZstdSourceTests {
  @Test(arguments: samples.keys.sorted())
  func `the program decodes what a source yields, at any size of reads`(sample: String) async throws {
    let bytes = try #require(samples[sample])
    for level in [1, 3, 19] {
      let source = AnyBody.zstd(.bytes(bytes), level: level)
      let coded = try await readAll(source)
      #expect(try TestedCoding.zstd.decode(coded) == bytes, "level \(level)")
      #expect(try Decoding(coded, .zstd).output == bytes, "level \(level)")
      for limit in [100, 4096, 1 << 20] {
        #expect(try await readAll(source, upTo: limit) == coded, "level \(level), reads of \(limit)")
      }
    }
  }

  @Test func `the output ends with a checksum`() async throws {
    var coded = try await readAll(AnyBody.zstd(.bytes(phrase)))
    coded[coded.count - 1] ^= 1
    #expect(try Decoding(coded, .zstd).failure == "checksum-mismatch")
  }

  @Test func `the highest level has a window of at most 8 MiB`() async throws {
    let bytes = [UInt8](repeating: 7, count: 9 << 20)
    let coded = try await readAll(AnyBody.zstd(.bytes(bytes), level: 19))
    #expect(try Decoding(coded, .zstd).output == bytes)
  }

  @Test(arguments: [0, 20, -1, .max, .min])
  func `other levels than 1 to 19 are errors`(level: Int) throws {
    let error = #expect(throws: ZstdError.self) { try AnyBody.zstd(.bytes([1]), level: level).makeReader() }
    #expect(error?.code == .invalidLevel)
  }

  @Test func `the exact size is known once it is measured`() async throws {
    let source = AnyBody.zstd(.bytes(phrase + phrase))
    #expect(try source.byteCount == nil)
    let measured = try await source.measured()
    #expect(try await readAll(measured).count == Int(try #require(try measured.byteCount)))
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.finish()
    await #expect(throws: BodyError.self) { try await AnyBody.zstd(.async(stream)).measured() }
  }

  @Test func `a source has the properties of its body, and another identity`() throws {
    let body = AnyBody.bytes(phrase)
    let source = AnyBody.zstd(body)
    #expect(source.isReplayable && source.needsOwnThread && source.contentType == body.contentType)
    let identity = try #require(try source.identity())
    #expect(try identity == AnyBody.zstd(body).identity())
    #expect(try identity != AnyBody.zstd(body, level: 4).identity())
    #expect(try identity != body.identity())
    #expect(throws: BodyError.self) { try AnyBody.zstd(.file(at: "/missing")).byteCount }
    #expect(throws: BodyError.self) { try AnyBody.zstd(.file(at: "/missing")).makeReader() }
  }

  // MARK: Requests

  private func request(_ body: [UInt8], _ type: String? = "text/plain") -> SessionRequest {
    var request = SessionRequest(
      HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"), body: .bytes(body))
    request.head.headerFields[.contentType] = type
    return request
  }

  @Test func `a request is compressed with the coding that is given`() async throws {
    let text = try #require(samples["text"])
    for (compression, name) in [
      (SessionRequest.Compression.gzip, "gzip"), (.gzip(level: 9), "gzip"), (.zstd, "zstd"),
      (.zstd(level: 9), "zstd"),
    ] {
      var request = request(text)
      try request.compressBody(with: compression)
      #expect(request.head.headerFields[.contentEncoding] == name)
      let body = try #require(request.body)
      #expect(try run("\(name) -d -c", try await readAll(body)) == text)
    }
  }

  @Test func `a small body, another media type and a coded body stay as they are`() async throws {
    var requests = [request(phrase), request(noise(2000), "image/png"), request(noise(2000), nil)]
    requests.append(request(noise(2000)))
    requests[3].head.headerFields[.contentEncoding] = "br"
    for request in requests {
      var compressed = request
      try compressed.compressBody(with: .zstd)
      #expect(compressed.head == request.head)
      #expect(try compressed.body?.identity() == request.body?.identity())
    }
    try requests[0].compressBody(with: .zstd, from: 1)
    try requests[1].compressBody(with: .zstd, mediaTypes: [.any])
    for (request, bytes) in zip(requests, [phrase, noise(2000)]) {
      let body = try #require(request.body)
      #expect(try TestedCoding.zstd.decode(await readAll(body)) == bytes)
    }
  }

  @Test func `a request with a compressed body is encoded and decoded`() async throws {
    var request = request(phrase + phrase)
    try request.compressBody(with: .zstd(level: 7), from: 1)
    let data = try JSONEncoder().encode(request)
    let body = try #require(try JSONDecoder().decode(SessionRequest.self, from: data).body)
    #expect(try await readAll(body) == readAll(AnyBody.zstd(.bytes(phrase + phrase), level: 7)))
  }
}
