import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Content codings of responses and requests.
@Suite(.timeLimit(.minutes(5))) struct ContentCodingTests {
  private static func deflated(_ bytes: [UInt8], _ format: DeflateFormat = .gzip) throws -> [UInt8] {
    let deflater = try Deflater(format)
    var output: [UInt8] = []
    deflater.append(bytes.span, to: &output)
    deflater.finish(to: &output)
    return output
  }

  /// Returns the body of a response with these codings and bytes.
  private func answer(
    _ codings: [String], _ body: [UInt8], status: Int = 200, method: HTTPRequest.Method = .get,
    configure: (inout Session.Configuration) -> Void = { _ in }
  ) async throws -> [UInt8] {
    try await withServer(
      {
        try $0.method == "HEAD" || body.isEmpty && status == 204
          ? $1.respond(status, headers: codings.map { ("Content-Encoding", $0) })
          : $1.respond(status, headers: codings.map { ("Content-Encoding", $0) }, body: body)
      }, configure: configure
    ) { session, _ in
      let response = try await session.send(session.request(method, ""))
      #expect(response.body.codedByteCount == (method == .head ? 0 : Int64(body.count)))
      return try await response.body.collect(upTo: 10 << 20)
    }
  }

  private static let text = Array(repeatElement("to and fro ", count: 30_000).joined().utf8)

  @Test(arguments: [
    (["gzip"], [DeflateFormat.gzip]), (["x-gzip"], [.gzip]), (["GZip"], [.gzip]), (["deflate"], [.zlib]),
    (["deflate"], [.raw]),
    (["identity"], []), ([""], []), (["none"], []), (["UTF-8"], []), (["utf8, gzip"], [.gzip]),
    (["iso-8859-1"], []), (["identity, gzip ,"], [.gzip]), (["gzip, deflate"], [.gzip, .zlib]),
    (["deflate", "gzip"], [.raw, .gzip]),
    (["gzip", "gzip, gzip", "deflate,gzip"], [.gzip, .gzip, .gzip, .zlib, .gzip]),
  ])
  func `a body is decoded by its Content-Encoding, unless that is turned off`(
    codings: [String], formats: [DeflateFormat]
  ) async throws {
    let body = try formats.reduce(Self.text) { try Self.deflated($0, $1) }
    #expect(try await answer(codings, body) == Self.text)
    #expect(try await answer(codings, body) { $0.decodesContent = false } == body)
  }

  @Test func `an empty body is empty in any coding`() async throws {
    for coding in ["gzip", "deflate", "gzip, gzip", "br", "zstd", "unknown", "gzip,gzip,gzip,gzip,gzip,gzip"]
    {
      #expect(try await answer([coding], []) == [])
      #expect(try await answer([coding], [], method: .head) == [])
      #expect(try await answer([coding], [], status: 204) == [])
    }
  }

  /// Coded, even an empty body has bytes. With a length or chunks, the server declares that the body is empty.
  @Test(arguments: ["gzip", "deflate", "unknown"])
  func `a coded body that ends with its connection is not empty`(coding: String) async throws {
    try await withRawServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n")
      connection.finishWriting()
      connection.waitForClose()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .connectionLost)
    }
  }

  @Test(arguments: ["br", "gzip, zstd", "gzip,gzip,gzip,gzip,gzip,gzip", "compress"])
  func `an unknown coding is an error of the body alone`(coding: String) async throws {
    for status in [200, 404] {
      try await withServer {
        try $1.respond(status, headers: [("Content-Encoding", coding)], body: "x")
      } test: { session, _ in
        let response = try await session.send(session.request(.get, ""))
        #expect(response.head.status.code == status)
        let error = await #expect(throws: SessionError.self) { try await response.body.collect(upTo: 10) }
        #expect(error?.code == .unsupportedCoding)
        #expect(throws: (any Error).self) { try response.body.makeReader() }
        // The status takes precedence.
        guard status == 404 else { return }
        let refusal = await #expect(throws: ResponseError.self) {
          try await session.get("", decoding: .bytes)
        }
        #expect(refusal?.code == .unacceptableStatus)
      }
    }
  }

  @Test func `a truncated or corrupt body is an error`() async throws {
    let whole = try Self.deflated(Self.text)
    for body in [Array(whole.dropLast()), whole + [1], [1, 2, 3]] {
      let error = await #expect(throws: SessionError.self) { try await answer(["gzip"], body) }
      #expect(error?.code == .invalidResponse && error?.underlying is GzipError)
    }
  }

  @Test func `Accept-Encoding lists only codings that can be decoded`() async throws {
    let received = Record<ReceivedRequest>()
    for decodes in [true, false] {
      try await withServer(
        {
          received.append(try ReceivedRequest($0, $1))
          try $1.respond(204)
        }, configure: { $0.decodesContent = decodes }
      ) { session, _ in
        _ = try await session.get("", decoding: .bytes)
        _ = try await session.get("", fields: [.range: "bytes=0-1"], decoding: .bytes)
        _ = try await session.get("", fields: [.acceptEncoding: "x"], decoding: .bytes)
      }
    }
    #expect(
      received.all.flatMap { $0["Accept-Encoding"] } == [
        "gzip, deflate", "identity", "x", "identity", "identity", "x",
      ])
  }

  @Test func `a range in the configuration asks for no coding, and its own Accept-Encoding stays`()
    async throws
  {
    let received = Record<[String]>()
    for fields in [[.range: "bytes=0-1"], [.acceptEncoding: "x"]] as [HTTPFields] {
      try await withServer(
        { request, connection in
          received.append(["Accept-Encoding", "Range"].compactMap { request[$0] })
          try connection.respond(204)
        }, configure: { $0.fields = fields }
      ) { session, _ in
        _ = try await session.get("", decoding: .bytes)
        _ = try await session.get("", fields: [.range: "bytes=2-3"], decoding: .bytes)
      }
    }
    #expect(
      received.all == [["identity", "bytes=0-1"], ["identity", "bytes=2-3"], ["x"], ["x", "bytes=2-3"]])
  }

  // MARK: Limits

  /// A hundred million zeros, compressed once and twice.
  private static let bombs: [(coding: String, body: [UInt8])] = {
    guard let deflater = try? Deflater() else { return [] }
    let zeros = [UInt8](repeating: 0, count: 1_000_000)
    var bomb: [UInt8] = []
    for _ in 0..<100 { deflater.append(zeros.span, to: &bomb) }
    deflater.finish(to: &bomb)
    return [("gzip", bomb), ("gzip, gzip", (try? deflated(bomb)) ?? [])]
  }()

  @Test func `a decompression bomb stops at the limit`() async throws {
    for bomb in Self.bombs {
      #expect(bomb.body.count < 150_000)
      let collected = await #expect(throws: SessionError.self) { try await answer([bomb.coding], bomb.body) }
      #expect(collected?.code == .bodyTooLarge)
      for limits in [Inflater.Limits(maximumByteCount: 1 << 20), Inflater.Limits(maximumRatio: 50)] {
        let error = await #expect(throws: SessionError.self) {
          try await answer([bomb.coding], bomb.body) { $0.decodingLimits = limits }
        }
        #expect(error?.code == .bodyTooLarge && error?.underlying is GzipError)
      }
    }
  }

  @Test(arguments: ["members", "zeros", "blocks"])
  func `an endless body that decodes to nothing is refused`(kind: String) async throws {
    let member = try Self.deflated([])
    let unit = kind == "members" ? member : kind == "zeros" ? [0] : [0, 0, 0, 0xFF, 0xFF]
    let start = kind == "members" ? [] : kind == "zeros" ? member : Array(member.prefix(10))
    let piece = Array(repeatElement(unit, count: 60_000 / unit.count).joined())
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
      try $1.write(start)
      while true { try $1.write(piece) }
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .bodyTooLarge && error?.message.contains("16 bytes") == true)
    }
  }

  @Test func `the time limit binds while a body that has arrived is decoded`() async throws {
    for coding in ["gzip", "gzip, gzip"] {
      let body = try Self.deflated(coding == "gzip" ? Self.text : Self.deflated(Self.text))
      try await withTimeLimit { limit in
        try await withServer {
          try $1.respond(200, headers: [("Content-Encoding", coding)], body: body)
        } configure: {
          $0.timeout = limit
        } test: { session, _ in
          let response = try await session.send(session.request(.get, ""))
          while response.metrics == nil { try await Task.sleep(for: .milliseconds(1)) }
          try await Task.sleep(for: limit)
          let error = await #expect(throws: SessionError.self) {
            try await response.body.collect(upTo: 10 << 20)
          }
          #expect(error?.code == .timedOut && response.body.decodedByteCount == 0)
        }
      }
    }
  }

  @Test func `a decompression bomb in a redirect or an error is not read to its end`() async throws {
    for bomb in Self.bombs {
      try await withServer {
        let headers = [("Content-Encoding", bomb.coding), ("Location", "/next")]
        switch $0.target {
        case "/next": try $1.respond(200, body: "fine")
        case "/error": try $1.respond(500, headers: headers, body: bomb.body)
        default: try $1.respond(302, headers: headers, body: bomb.body)
        }
      } test: { session, _ in
        let answer = try await session.get("", decoding: .bytes)
        #expect(answer == Array("fine".utf8))
        let error = await #expect(throws: ResponseError.self) {
          try await session.get("error", decoding: .bytes)
        }
        #expect(error?.code == .unacceptableStatus && error?.body.count == ResponseError.maximumBodyByteCount)
      }
    }
  }

  @Test func `a coded response body is decoded when it is sent on`() async throws {
    let coded = try Self.deflated(Self.text)
    let received = Record<ReceivedRequest>()
    try await withServer {
      if $0.target == "/up" {
        received.append(try ReceivedRequest($0, $1))
        return try $1.respond(204)
      }
      try $1.respond(200, headers: [("Content-Encoding", "gzip")], body: coded)
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.body.byteCount == nil)
      _ = try await session.upload(response.body, to: "up", decoding: .bytes)
    }
    #expect(received.only?.body == Self.text)
  }

  @Test func `progress reports the coded and the decoded size`() async throws {
    let coded = try Self.deflated(Self.text)
    for (codings, body) in [(["gzip"], coded), ([], Self.text)] {
      let reports = Record<TransferProgress>()
      try await withServer {
        _ = $0
        try $1.respond(200, headers: codings.map { ("Content-Encoding", $0) }, body: body)
      } test: { session, _ in
        let answer = try await session.get("", decoding: .bytes) { reports.append($0) }
        #expect(answer == Self.text)
      }
      let last = try #require(reports.all.last)
      #expect(
        last.receivedBodyByteCount == Int64(body.count) && last.responseBodyByteCount == Int64(body.count))
      #expect(last.decodedByteCount == Int64(Self.text.count))
    }
  }

  // MARK: Requests

  @Test func `a body is compressed while it is sent, again after a redirect`() async throws {
    let received = Record<ReceivedRequest>()
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(2_000_000))
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      let isFirst = $0.target == "/first"
      try $1.respond(isFirst ? 307 : 204, headers: isFirst ? [("Location", "/second")] : [])
    } test: { session, _ in
      let form = MultipartForm {
        FormField("a", "b")
        FormFile("f", at: path)
      }
      var request = try session.request(.post, "first", body: form)
      try request.compressBody()
      _ = try await session.send(request)
      // A part that is compressed by itself.
      let part = MultipartForm {
        FormFile("f", .gzip(.file(at: path)), fileName: "f", headers: ["Content-Encoding": "gzip"])
      }
      _ = try await session.upload(part, to: "", decoding: .bytes)
    }
    try #require(received.count == 3)
    for request in received.all.prefix(2) {
      #expect(request["Content-Encoding"] == ["gzip"] && request["Transfer-Encoding"] == ["chunked"])
      let inflater = try Inflater(.gzip)
      var plain: [UInt8] = []
      try inflater.append(request.body.span, to: &plain)
      try inflater.finish()
      #expect(plain.count > 2_000_000 && plain.count < 2_001_000)
      #expect(plain.firstRange(of: patternedBytes(2_000_000).prefix(1000)) != nil)
    }
    #expect(received.all[0].body == received.all[1].body)
    #expect(received.all[2]["Content-Encoding"] == [] && received.all[2]["Transfer-Encoding"] == ["chunked"])
  }

  @Test func `cancelling stops compression promptly`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: 8 << 30)
    let begun = Event()
    try await withServer {
      _ = $0
      try $1.read(exactly: 1000)
      begun.happen()
      $1.waitForClose()
    } test: { session, _ in
      var request = try session.request(.post, "", body: .file(at: path))
      try request.compressBody(mediaTypes: [.any])
      let task = Task { [request] in _ = try await session.send(request) }
      try await begun.wait()
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await expectEventually { try ProcessResources.descriptors(on: path) == 0 }
    }
  }
}
