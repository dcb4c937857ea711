import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The start and the end of response bodies.
@Suite(.timeLimit(.minutes(5))) struct ResponseFramingTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    var method = HTTPRequest.Method.get
    var statusLine = "HTTP/1.1 200 OK"
    /// The field lines, separated by `|`.
    let fields: String
    var rest = ""
    let body: String
    /// The size of the body according to the head.
    let byteCount: Int64?
    var keepsConnection = true
    var lineBreak = "\r\n"

    var testDescription: String { "\(method) \(statusLine.prefix { $0 != "\r\n" }) \(fields)" }
    var text: String {
      ([statusLine] + fields.split(separator: "|").map(String.init) + ["", ""]).joined(separator: lineBreak)
        + rest
    }
  }

  private static let answers = [
    Answer(fields: "Content-Length: 5", rest: "hello", body: "hello", byteCount: 5),
    Answer(fields: "Content-Length: 0", body: "", byteCount: 0),
    Answer(fields: "content-length:5", rest: "hello", body: "hello", byteCount: 5),
    Answer(fields: "Content-Length: 5|Content-Length: 5", rest: "hello", body: "hello", byteCount: 5),
    Answer(fields: "Content-Length: 5, 5", rest: "hello", body: "hello", byteCount: 5),
    Answer(fields: "Content-Length: 0005 ", rest: "hello", body: "hello", byteCount: 5),
    // RFC 9112 §2.2 and §5.2
    Answer(fields: "Content-Length: 5", rest: "hello", body: "hello", byteCount: 5, lineBreak: "\n"),
    Answer(fields: "X-Folded: a|\tb|Content-Length: 5", rest: "hello", body: "hello", byteCount: 5),
    Answer(
      fields: "transfer-encoding: Chunked", rest: "0a ; a=\"b;c\"\r\nhellohello\r\n000;last\r\n\r\n",
      body: "hellohello", byteCount: nil),
    Answer(
      fields: "Transfer-Encoding: chunked",
      rest: "5;\u{1}\u{7f}ü,,==\r\nhello\r\n0\r\nX-Trailer: 1\r\nX: 2\r\n\r\n",
      body: "hello", byteCount: nil),
    Answer(
      fields: "Transfer-Encoding: chunked", rest: "2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nContent-Length: 9\r\n\r\n",
      body: "hello", byteCount: nil),
    Answer(
      fields: "Content-Length: 3|Transfer-Encoding: chunked", rest: "5\r\nhello\r\n0\r\n\r\n", body: "hello",
      byteCount: nil),
    Answer(fields: "Connection: close", rest: "hello", body: "hello", byteCount: nil, keepsConnection: false),
    Answer(
      statusLine: "HTTP/1.0 200 OK", fields: "", rest: "hello", body: "hello", byteCount: nil,
      keepsConnection: false),
    Answer(method: .head, fields: "Content-Length: 5", body: "", byteCount: 0),
    Answer(method: .head, fields: "Transfer-Encoding: chunked", body: "", byteCount: 0),
    Answer(statusLine: "HTTP/1.1 204 No Content", fields: "", body: "", byteCount: 0),
    Answer(statusLine: "HTTP/1.1 304 Not Modified", fields: "Content-Length: 5", body: "", byteCount: 0),
    Answer(statusLine: "HTTP/1.1 205 Reset Content", fields: "Content-Length: 0", body: "", byteCount: 0),
    Answer(
      statusLine: "HTTP/1.1 299 ", fields: "Content-Length: 5", rest: "hello", body: "hello", byteCount: 5),
    Answer(
      statusLine:
        "HTTP/1.1 103 Early Hints\r\nInterim: 1\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK",
      fields: "Content-Length: 5", rest: "hello", body: "hello", byteCount: 5),
  ]

  /// The reader begins when libcurl has paused in the middle of chunks.
  @Test func `a chunked body is the same if its reader is slow`() async throws {
    let isFull = Event()
    let content = patternedBytes(8_000_000)
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      var position = 0
      while position < content.count {
        let count = min(content.count - position, 1 + position % 5000)
        try $1.write(
          Array("\(String(count, radix: 16));x=y\r\n".utf8) + content[position..<(position + count)] + [
            13, 10,
          ])
        position += count
        if position > 2_000_000 { isFull.happen() }
      }
      try $1.write("0\r\nX: y\r\n\r\n")
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      try await isFull.wait()
      var received: [UInt8] = []
      for try await chunk in response.body { received += chunk }
      #expect(received == content)
      #expect(response.metrics?.receivedBodyByteCount == Int64(content.count))
    }
  }

  /// Sends two requests: if the end of the first response is mistaken, the second one cannot be read.
  @Test(arguments: answers) func `a body ends according to its framing`(_ answer: Answer) async throws {
    try await withRawServer { connection in
      while try connection.readHead() != nil {
        try connection.write(answer.text)
        guard answer.keepsConnection else { return }
      }
    } test: { session, server in
      for _ in 0..<2 {
        let response = try await session.send(session.request(answer.method, ""))
        let statusWords = answer.statusLine.split(separator: "\r\n").last?.split(separator: " ") ?? []
        #expect(statusWords[1] == "\(response.head.status.code)")
        #expect(!response.head.headerFields.contains { $0.name.canonicalName == "interim" })
        #expect(response.body.codedByteCount == answer.byteCount)
        let body = try await response.body.collect(upTo: 1000)
        #expect(String(decoding: body, as: UTF8.self) == answer.body)
      }
      #expect(server.acceptedConnections == (answer.keepsConnection ? 1 : 2))
    }
  }
}
