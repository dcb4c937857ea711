import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// HTTP/2, with Node's server.
@Suite(
  .ownThreads, .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("node") && ChildProcess.isInstalled("openssl")))
struct HTTP2Tests {
  private let certificate: TestCertificate
  private let node: ChildProcess
  private let baseURL: String

  init() throws {
    certificate = try TestCertificate()
    let script = """
      const fs = require("fs")
      const options = {
        cert: fs.readFileSync("\(certificate.path)"), key: fs.readFileSync("\(certificate.keyPath)"), allowHTTP1: true,
      }
      let lost = 0
      const server = require("http2").createSecureServer(options, (request, response) => {
        if (request.url == "/early") {
          request.stream.respond({ ":status": 200 })
          return request.stream.end("early", () => request.stream.close(0))
        }
        if (request.url == "/reset") {
          request.stream.respond({ ":status": 200 })
          request.stream.on("error", () => {})
          return request.stream.write("start", () => request.stream.destroy(Error("reset")))
        }
        if (request.url == "/digest" && !request.headers.authorization) {
          // After the whole request.
          return request.resume().on("end", () => {
            response.writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' })
            response.end()
          })
        }
        if (request.url == "/lost") {
          lost += 1
          if (request.headers.authorization) return request.resume().on("end", () => request.socket.destroy())
          response.writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' })
          return response.end()
        }
        const chunks = []
        const start = process.hrtime.bigint()
        const read = () => {
          response.setHeader("x-stalled", String(process.hrtime.bigint() - start))
          request.on("data", chunk => chunks.push(chunk))
        }
        request.url == "/slow" ? setTimeout(read, 200) : read()
        request.on("end", () => {
          const body = Buffer.concat(chunks)
          response.writeHead(request.url == "/missing" ? 404 : 200, {
            "x-version": request.httpVersion, "x-lost": String(lost), "x-length": String(request.headers["content-length"]),
          })
          response.end(body.length ? body : "empty")
        })
      })
      server.listen(0, "127.0.0.1", () => console.log(server.address().port))
      """
    node = try ChildProcess(["node", "-e", script])
    baseURL = "https://127.0.0.1:\(try #require(try node.readLine()))/"
  }

  private func exchange(
    _ version: TransportSettings.HTTPVersion?, _ path: String = "", body: (any BodySource)? = nil
  ) async throws -> (version: String?, length: String?, body: [UInt8]) {
    let session = Session(
      .test(baseURL: baseURL) {
        $0.trust.authorities = .only(.file(certificate.path))
        $0.httpVersion = version
      })
    let response = try await session.send(
      session.request(body == nil ? .get : .post, .init(path), body: body))
    let bytes = try await response.body.collect(upTo: 10 << 20)
    await session.invalidate()
    let fields = response.head.headerFields
    return (fields[HTTPField.Name("x-version") ?? .age], fields[HTTPField.Name("x-length") ?? .age], bytes)
  }

  /// The default version. libcurl 8.5.0 loses the end of a response over HTTP/2 whose reader is slow, so with it HTTP/2
  /// must be requested.
  private static let unasked = CurlFeature.receivePause.isAvailable ? "2.0" : "1.1"

  @Test func `HTTP/2 is used if TLS negotiates it`() async throws {
    let answer = try await exchange(nil)
    #expect(answer.version == Self.unasked && answer.body == Array("empty".utf8))
    #expect(try await exchange(.http2).version == "2.0")
    #expect(try await exchange(.http1).version == "1.1")
  }

  @Test(arguments: [0, 1, 65_536]) func `a small body is sent over HTTP/2`(count: Int) async throws {
    let content = patternedBytes(count)
    let answer = try await exchange(nil, body: .bytes(content))
    #expect(answer.version == Self.unasked)
    #expect(answer.length == "\(count)" && (answer.body == content || count == 0))
  }

  @Test(.enabled(if: CurlFeature.receivePause.isAvailable, "libcurl 8.5.0 gives each exchange a connection"))
  func `many exchanges share a connection`() async throws {
    let session = Session(.test(baseURL: baseURL) { $0.trust.authorities = .only(.file(certificate.path)) })
    let bodies = (0..<50).map { patternedBytes(20_000, seed: $0) }
    let connections = try await withThrowingTaskGroup(of: (Int, [UInt8], TransferMetrics?).self) { group in
      for (index, body) in bodies.enumerated() {
        group.addTask {
          let response = try await session.send(session.request(.post, "", body: .bytes(body)))
          return (index, try await response.body.collect(upTo: 1 << 20), response.metrics)
        }
      }
      var connections = 0
      for try await (index, body, metrics) in group {
        #expect(body == bodies[index] && metrics?.networkProtocol == "h2")
        if metrics?.isConnectionReused == false { connections += 1 }
      }
      return connections
    }
    #expect(connections == 1)
    await session.invalidate()
  }

  private func digestSession(_ version: TransportSettings.HTTPVersion? = .http2) -> Session {
    Session(
      .test(baseURL: baseURL) {
        $0.trust.authorities = .only(.file(certificate.path))
        $0.httpVersion = version
        $0.credentials = .fixed(.digest(user: "user", password: "pass"))
      })
  }

  /// libcurl does not end a request over HTTP/2 that it sends without its body, to get a challenge.
  @Test(
    arguments: [nil, .http2, .http1] as [TransportSettings.HTTPVersion?],
    [1, 50_000, 1_000_000].flatMap { [($0, true), ($0, false)] })
  func `a body is sent after a challenge for a digest`(
    _ version: TransportSettings.HTTPVersion?, _ source: (count: Int, isReadOnce: Bool)
  ) async throws {
    let (count, isReadOnce) = source
    let session = digestSession(version)
    let content = patternedBytes(count)
    var body = ScriptedSource(byteCount: isReadOnce ? nil : Int64(count), [.bytes(content)])
    body.isReplayable = !isReadOnce
    // An HTTP/2 connection is there.
    _ = try await session.get("", decoding: .bytes)
    let response = try await session.send(session.request(.post, "digest", body: body))
    #expect(try await response.body.collect(upTo: 10 << 20) == content)
    // A body that can be read only once is sent over HTTP/1.1, where the request before it has no body.
    if isReadOnce { #expect(response.head.headerFields[HTTPField.Name("x-version") ?? .age] == "1.1") }
    if !isReadOnce, version == .http2 {
      #expect(response.head.headerFields[HTTPField.Name("x-version") ?? .age] == "2.0")
    }
    await session.invalidate()
  }

  @Test func `a POST that the server has received is not sent again`() async throws {
    let session = digestSession()
    let error = await #expect(throws: SessionError.self) {
      try await session.upload(.text("body"), to: "lost", decoding: .bytes)
    }
    #expect(error?.code == .connectionLost)
    let response = try await session.send(session.request(.get, ""))
    // The first one has got the challenge.
    #expect(response.head.headerFields[HTTPField.Name("x-lost") ?? .age] == "2")
    await session.invalidate()
  }

  @Test func `HTTP/2 needs no negotiation if the server is known to support it`() async throws {
    let plain = try ChildProcess([
      "node", "-e",
      """
      const server = require("http2").createServer((request, response) => {
        request.resume()
        request.on("end", () => response.end(request.httpVersion))
      })
      server.listen(0, "127.0.0.1", () => console.log(server.address().port))
      """,
    ])
    let port = try #require(try plain.readLine())
    let session = Session(
      .test(baseURL: "http://127.0.0.1:\(port)/") { $0.httpVersion = .http2PriorKnowledge })
    let got = try await session.get("", decoding: .text())
    let posted = try await session.upload(.bytes(patternedBytes(200_000)), to: "", decoding: .bytes)
    #expect(got == "2.0" && posted == Array("2.0".utf8))
    await session.invalidate()
  }

  /// libcurl before 8.0.0 can stall in this case.
  @Test func `a large body is sent over HTTP/2 by default if libcurl is reliable`() async throws {
    let content = patternedBytes(1_000_000)
    let response = try await exchange(nil, body: .bytes(content))
    #expect(response.version == (CurlFeature.reliableHTTP2.isAvailable ? Self.unasked : "1.1"))
    #expect(response.length == "1000000" && response.body == content)
  }

  @Test func `a body is sent over HTTP/2 if that is requested`() async throws {
    let content = patternedBytes(1_000_000)
    let answer = try await exchange(.http2, body: .bytes(content))
    #expect(answer.version == "2.0" && answer.length == "1000000" && answer.body == content)
    let chunked = try await exchange(.http2, body: ScriptedSource([.bytes([1, 2]), .bytes([3])]))
    #expect(chunked.version == "2.0" && chunked.length == "undefined" && chunked.body == [1, 2, 3])
  }

  @Test func `a success before a large body was sent is an error`() async throws {
    let error = await #expect(throws: SessionError.self) {
      try await exchange(.http2, "early", body: .bytes([UInt8](repeating: 1, count: 20_000_000)))
    }
    #expect(error?.code == .earlyResponse)
  }

  /// A gateway resets the stream if the server behind it has closed the connection. Such requests are retried.
  @Test func `a stream that the server resets is a lost connection`() async throws {
    let error = await #expect(throws: SessionError.self) { try await exchange(.http2, "reset") }
    #expect(error?.code == .connectionLost)
  }

  @Test func `a status without a reason phrase is reported without one`() async throws {
    let session = Session(
      .test(baseURL: baseURL) {
        $0.trust.authorities = .only(.file(certificate.path))
        $0.httpVersion = .http2
      })
    let error = await #expect(throws: ResponseError.self) {
      try await session.get("missing", decoding: .bytes)
    }
    #expect(error?.message.hasPrefix("404 (") == true)
    await session.invalidate()
  }

  @Test func `a stream whose window is closed waits for the network`() async throws {
    let updates = Record<TransferProgress>()
    let session = Session(
      .test(baseURL: baseURL) {
        $0.trust.authorities = .only(.file(certificate.path))
        $0.httpVersion = .http2
      })
    // More than the server's window.
    let body = BytesSource(patternedBytes(4 << 20))
    let response = try await session.send(session.request(.post, "slow", body: body)) { updates.append($0) }
    _ = try await response.body.collect(upTo: 10 << 20)
    await session.invalidate()
    let fields = response.head.headerFields
    #expect(fields[HTTPField.Name("x-version") ?? .age] == "2.0")
    // The server may have begun to wait before the first byte was read.
    let stalled = try #require(fields[HTTPField.Name("x-stalled") ?? .age].flatMap { Int64($0) })
    let networkTime = try #require(updates.last?.networkTime)
    #expect(networkTime >= .nanoseconds(stalled / 2))
  }
}
