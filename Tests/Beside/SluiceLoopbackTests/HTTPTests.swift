import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

@testable import SluiceLoopback

/// HTTP requests and responses of a loopback server.
@Suite(.timeLimit(.minutes(5))) struct HTTPTests {
  /// Runs a test with a server that responds with the method, target and body of each request, and checks that no
  /// connection failed.
  private func withEcho(_ test: (LoopbackServer) throws -> Void) throws {
    let server = try LoopbackServer.http { request, connection in
      let body = String(decoding: try connection.readBody(), as: UTF8.self)
      try connection.respond(200, body: "[\(request.method) \(request.target) \(body)]")
    }
    defer { server.stop() }
    try test(server)
    server.stop()
    #expect(server.failures.isEmpty)
  }

  /// Returns the texts in brackets, which `withEcho` has as bodies.
  private func bodies(in answers: String) -> [Substring] {
    answers.matches(of: /\[([^\]]*)\]/).map(\.1)
  }

  @Test func `a connection serves several requests`() throws {
    try withEcho { server in
      let client = try RawClient(port: server.port)
      for index in 0..<3 {
        try client.send("POST /\(index) HTTP/1.1\r\nContent-Length: 2\r\n\r\nab")
        let answer = try client.receive(until: "]")
        #expect(answer == "HTTP/1.1 200 \r\nContent-Length: 12\r\n\r\n[POST /\(index) ab]")
      }
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test(arguments: [1, 7, 10_000]) func `pipelined requests get their responses in order`(pieceSize: Int)
    throws
  {
    let requests =
      "GET /1 HTTP/1.1\r\n\r\n" + "PUT /2 HTTP/1.1\r\ncontent-length: 3\r\n\r\nxyz"
      + "PUT /3 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
      + "GET /4 HTTP/1.1\r\nConnection: close\r\n\r\n" + "GET /never HTTP/1.1\r\n\r\n"
    try withEcho { server in
      let client = try RawClient(port: server.port)
      var rest = Array(requests.utf8)[...]
      while !rest.isEmpty {
        try client.send(Array(rest.prefix(pieceSize)))
        rest = rest.dropFirst(pieceSize)
      }
      #expect(bodies(in: try client.receive()) == ["GET /1 ", "PUT /2 xyz", "PUT /3 ab", "GET /4 "])
    }
  }

  @Test(
    arguments: [
      "one chunk": ("5\r\nhello\r\n0\r\n\r\n", "hello"),
      "none": ("0\r\n\r\n", ""),
      "two, with leading zeros": ("1\r\nh\r\n04\r\nello\r\n000\r\n\r\n", "hello"),
      "extensions": ("A;name=value\r\n0123456789\r\n0 ; last\r\n\r\n", "0123456789"),
      "trailers": ("a \r\n0123456789\r\n0\r\nDigest: abc\r\nX: y\r\n\r\n", "0123456789"),
    ] as NamedCases<(chunks: String, body: String)>)
  func `chunks are joined`(chunked: NamedCase<(chunks: String, body: String)>) throws {
    let (chunks, body) = chunked.value
    try withEcho { server in
      let client = try RawClient(port: server.port)
      try client.send("PUT / HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n\(chunks)")
      #expect(bodies(in: try client.receive()) == ["PUT / \(body)"])
    }
  }

  @Test(
    arguments: [
      "no size": "\r\n", "letter as a size": "x\r\n", "negative size": "-1\r\n", "size with a plus": "+1\r\n",
      "size with a prefix": "0x1\r\n", "blank before the size": " 1\r\na\r\n", "two sizes": "1 1\r\na\r\n",
      "size of 2⁶³": "8000000000000000\r\n", "data longer than its size": "1\r\nab\r\n",
      "line feed after the data": "1\r\na\n0\r\n\r\n", "trailer without a colon": "0\r\nno colon\r\n\r\n",
      "line feed after the size": "1\na\r\n",
    ] as NamedCases)
  func `malformed chunks are refused`(chunks: NamedCase<String>) throws {
    let server = try LoopbackServer.http { _, connection in _ = try connection.readBody() }
    let client = try RawClient(port: server.port)
    try client.send("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks.value)")
    client.finishWriting()
    #expect(try client.receive() == "")
    server.stop()
    #expect(server.failures.map { ($0 as? LoopbackError)?.code } == [.malformed])
  }

  @Test(
    arguments: [
      "shorter than its length": "Content-Length: 5\r\n\r\nabc",
      "cut within a chunk": "Transfer-Encoding: chunked\r\n\r\n3\r\nab",
    ] as NamedCases)
  func `a body that ends too soon is reported as a closed connection`(cut: NamedCase<String>) throws {
    let server = try LoopbackServer.http { _, connection in
      let error = #expect(throws: LoopbackError.self) { try connection.readBody() }
      #expect(error?.code == .peerClosed)
      try connection.respond(400)
    }
    let client = try RawClient(port: server.port)
    try client.send("PUT / HTTP/1.1\r\n\(cut.value)")
    client.finishWriting()
    #expect(try client.receive().hasPrefix("HTTP/1.1 400 "))
    server.stop()
    #expect(server.failures.isEmpty)
  }

  @Test func `a body over its limit is refused`() throws {
    let server = try LoopbackServer.http { request, connection in
      #expect(try connection.readBody(upTo: 3).count <= 3)
      try connection.respond(200)
    }
    for body in ["abc", "abcd"] {
      let client = try RawClient(port: server.port)
      try client.send("PUT / HTTP/1.1\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n\(body)")
      #expect(try client.receive().isEmpty == (body.count > 3))
    }
    server.stop()
    #expect(server.failures.map { ($0 as? LoopbackError)?.code } == [.tooLarge])
  }

  @Test func `100 Continue is sent before the body is read`() throws {
    try withEcho { server in
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        try client.send("PUT / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n")
        #expect(try client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("x")
        #expect(bodies(in: try client.receive(until: "]")) == ["PUT / x"])
      }
    }
  }

  @Test func `100 Continue can be left out`() throws {
    let server = try LoopbackServer.http { _, connection in
      connection.sendsContinue = false
      try connection.respond(200, body: connection.readBody())
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx")
    #expect(try client.receive(until: "x") == "HTTP/1.1 200 \r\nContent-Length: 1\r\n\r\nx")
  }

  @Test func `an early response to an expectation ends the connection`() throws {
    let server = try LoopbackServer.http { try $1.respond(417, body: "\($0.method)") }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
    #expect(try client.receive() == "HTTP/1.1 417 \r\nContent-Length: 3\r\nConnection: close\r\n\r\nPUT")
  }

  @Test func `the server does not wait for a body after an unmet expectation`() throws {
    let server = try LoopbackServer.http { try $1.write("HTTP/1.1 417 \r\n\r\n") }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
    #expect(try client.receive() == "HTTP/1.1 417 \r\n\r\n")
  }

  /// The second request is served only if the body of the first one was discarded.
  @Test(arguments: [(mebibytes: 8, answers: 2), (mebibytes: 9, answers: 1)])
  func `an early response discards a body of up to 8 MiB`(mebibytes: Int, answers: Int) throws {
    let server = try LoopbackServer.http { try $1.respond(200, body: "[\($0.target)]") }
    defer { server.stop() }
    for isChunked in [false, true] {
      let client = try RawClient(port: server.port)
      let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
      try client.send("PUT /1 HTTP/1.1\r\n")
      try client.send(
        isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: \(mebibytes << 20)\r\n\r\n")
      for _ in 0..<mebibytes {
        try client.send(
          (isChunked ? Array("100000\r\n".utf8) : []) + chunk + (isChunked ? Array("\r\n".utf8) : []))
      }
      try client.send((isChunked ? "0\r\n\r\n" : "") + "GET /2 HTTP/1.1\r\nConnection: close\r\n\r\n")
      #expect(bodies(in: try client.receive()) == Array(["/1", "/2"].prefix(answers)))
    }
  }

  @Test func `a consumer that throws leaves the rest of the body to be read`() throws {
    struct Enough: Error {}
    let server = try LoopbackServer.http { _, connection in
      #expect(throws: Enough.self) { try connection.readBody { _ in throw Enough() } }
      try connection.respond(200, body: "\(connection.readBody { _ in })")
    }
    let client = try RawClient(port: server.port)
    try client.send("PUT / HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
    try client.send("1\r\na\r\n3\r\nbcd\r\n0\r\n\r\n")
    #expect(try client.receive().hasSuffix("\r\n\r\n3"))
    server.stop()
    #expect(server.failures.isEmpty)
  }

  @Test(arguments: [
    ("HEAD", 200, "Content-Length: 4\r\n\r\n"), ("GET", 204, "\r\n"), ("GET", 304, "\r\n"),
    ("GET", 205, "Content-Length: 0\r\n\r\n"),
  ]) func `a response to HEAD or with status 204, 205 or 304 has no body`(
    method: String, status: Int, rest: String
  ) throws {
    let server = try LoopbackServer.http { request, connection in
      try connection.respond(status, body: request.method == "HEAD" ? "body" : "")
      connection.finishWriting()
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("\(method) / HTTP/1.1\r\n\r\n")
    #expect(try client.receive() == "HTTP/1.1 \(status) \r\n\(rest)")
  }

  @Test func `a response has the status, the reason and the fields of HTTPTypes`() throws {
    let server = try LoopbackServer.http { _, connection in
      try connection.respond(.created, fields: [.eTag: "\"1\"", .connection: "close"], body: "text")
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    let head = "HTTP/1.1 201 Created\r\nETag: \"1\"\r\nConnection: close\r\nContent-Length: 4\r\n\r\n"
    #expect(try client.receive() == head + "text")
  }

  @Test func `header fields that a handler sets are sent unchanged`() throws {
    let server = try LoopbackServer.http { _, connection in
      try connection.respond(
        200, reason: "Fine", headers: [("content-length", "9"), ("connection", "Close")], body: "short")
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(
      try client.receive() == "HTTP/1.1 200 Fine\r\ncontent-length: 9\r\nconnection: Close\r\n\r\nshort")
  }

  @Test(
    arguments: [
      "no version": "GET /\r\n\r\n", "blank after the version": "GET / HTTP/1.1 \r\n\r\n",
      "two blanks": "GET  / HTTP/1.1\r\n\r\n", "version 2.0": "GET / HTTP/2.0\r\n\r\n",
      "empty lines": "\r\n\r\n", "method with an @": "G@T / HTTP/1.1\r\n\r\n",
      "target with DEL": "GET /\u{7F} HTTP/1.1\r\n\r\n",
      "bare line feed": "GET / HTTP/1.1\nA: b\r\n\r\n",
      "field without a colon": "GET / HTTP/1.1\r\nno colon\r\n\r\n",
      "blank before a colon": "GET / HTTP/1.1\r\nA : b\r\n\r\n",
      "field without a name": "GET / HTTP/1.1\r\n: b\r\n\r\n",
      "folded field": "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
      "bare carriage return": "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n",
      "NUL": "GET / HTTP/1.1\r\nA: \0\r\n\r\n",
      "letter as a length": "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
      "length with a plus": "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
      "empty length": "GET / HTTP/1.1\r\nContent-Length:\r\n\r\n",
      "length of 2⁶³": "GET / HTTP/1.1\r\nContent-Length: 9223372036854775808\r\n\r\n",
      "two lengths": "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "length and chunks": "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "gzip instead of chunks": "GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
      "gzip within chunks": "GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    ] as NamedCases)
  func `a malformed head is refused`(head: NamedCase<String>) throws {
    let server = try LoopbackServer.http { _, connection in try connection.respond(200) }
    let client = try RawClient(port: server.port)
    try client.send(head.value)
    #expect(try client.receive() == "")
    server.stop()
    #expect(server.failures.map { ($0 as? LoopbackError)?.code } == [.malformed])
  }

  @Test(arguments: [(excess: 0, code: nil), (excess: 1, code: ErrorCode.tooLarge)])
  func `a head over 64 KiB is refused`(excess: Int, code: ErrorCode?) throws {
    let server = try LoopbackServer.http { _, connection in try connection.respond(200) }
    let client = try RawClient(port: server.port)
    let start = "GET / HTTP/1.1\r\nA: b\r\nConnection: close\r\nLong: "
    let filling = String(repeating: "x", count: 65_536 - start.utf8.count - 4 + excess)
    try client.send("\(start)\(filling)\r\n\r\n")
    #expect(try client.receive().hasPrefix("HTTP/1.1 200 ") == (code == nil))
    server.stop()
    #expect(server.failures.map { ($0 as? LoopbackError)?.code } == (code.map { [$0] } ?? []))
  }

  @Test func `a head keeps the order, case and repetition of its fields`() throws {
    let request = try LoopbackRequest(
      requestLine: "PUT /a?b=%20 HTTP/1.1",
      fieldLines: [
        "X-One: \t1 \t", "x-one:2", "Empty:", "content-LENGTH: 007", "Content-Length: 007", "U: ü",
      ])
    #expect(request.method == "PUT" && request.target == "/a?b=%20" && request.version == "HTTP/1.1")
    #expect(
      request.headers.map(\.name) == ["X-One", "x-one", "Empty", "content-LENGTH", "Content-Length", "U"])
    #expect(request.headers.map(\.value) == ["1", "2", "", "007", "007", "ü"])
    #expect(request.path == "/a" && request.query == "b=%20" && request.fields.count == 6)
    #expect(request.fields.map(\.name.rawName) == request.headers.map(\.name))
    #expect(request.fields[.contentLength] == "007, 007" && request.fields.last?.value == "ü")
    #expect(request["X-ONE"] == "1" && request["empty"] == "" && request["absent"] == nil)
    #expect(request.contentLength == 7 && !request.isChunked && !request.expectsContinue)
  }

  @Test(arguments: [
    ("HTTP/1.1", nil, true), ("HTTP/1.1", "close", false), ("HTTP/1.1", "TE, Close", false),
    ("HTTP/1.1", "keep-alive", true), ("HTTP/1.0", nil, false), ("HTTP/1.0", "Keep-Alive", true),
  ]) func `keep-alive follows the version and the Connection field`(
    version: String, connection: String?, keepAlive: Bool
  ) throws {
    let request = try LoopbackRequest(
      requestLine: "GET / \(version)", fieldLines: connection.map { ["Connection: \($0)"] } ?? [])
    #expect(request.keepAlive == keepAlive)
  }
}
