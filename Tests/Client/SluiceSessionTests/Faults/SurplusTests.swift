import Glibc
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Surplus bytes: bodies of responses that have none, and bytes after a response (RFC 9112 §6.3, §9.2). They are
/// dropped, and never taken for the next response.
@Suite(.timeLimit(.minutes(5))) struct SurplusTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    var method = HTTPRequest.Method.get
    let text: String
    var body = ""

    var testDescription: String { "\(method) \(text.split(separator: "\r\n").joined(separator: " | "))" }
  }

  private static let answers = [
    Answer(text: "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n"),
    Answer(text: "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n"),
    Answer(text: "HTTP/1.1 204 No Content\r\n\r\n"),
    Answer(text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
    Answer(text: "HTTP/1.1 304 Not Modified\r\n\r\n"),
    Answer(method: .head, text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
    Answer(method: .head, text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
    Answer(method: .head, text: "HTTP/1.1 404 Not Found\r\n\r\n"),
    Answer(text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", body: "ok"),
    Answer(text: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    Answer(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", body: "ok"),
  ]

  /// Bodies, and bytes that could be taken for the response to a later request.
  private static let surplus = ["hello", "\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"]

  @Test(arguments: answers, surplus)
  func `surplus bytes are dropped`(_ answer: Answer, _ surplus: String) async throws {
    let requests = Record<String>()
    try await withRawServer { connection in
      while let request = try connection.readHead() {
        requests.append(request.target)
        if request.target == "/first" {
          try connection.write(answer.text + surplus)
        } else {
          try connection.respond(200, body: "right")
        }
      }
    } test: { session, _ in
      let first = try await session.send(session.request(answer.method, "first"))
      let body = try await first.body.collect(upTo: 100)
      #expect(String(decoding: body, as: UTF8.self) == answer.body)
      let second = try await session.get("second", decoding: .bytes)
      #expect(String(decoding: second, as: UTF8.self) == "right")
    }
    #expect(requests.all == ["/first", "/second"])
  }

  /// libcurl drops bytes that it reads together with the head of a response without content.
  @Test(arguments: answers.filter { !$0.body.isEmpty }, surplus)
  func `surplus bytes after content end the connection`(_ answer: Answer, _ surplus: String) async throws {
    try await withRawServer { connection in
      while let request = try connection.readHead() {
        if request.target == "/first" {
          try connection.write(answer.text + surplus)
        } else {
          try connection.respond(200, body: "right")
        }
      }
    } test: { session, server in
      for count in 1...2 {
        let first = try await session.get("first", decoding: .text())
        let second = try await session.get("second", decoding: .text())
        #expect(first == answer.body && second == "right" && server.acceptedConnections == count + 1)
      }
      // The handle of an exchange whose connection has ended is not used again.
      for _ in 1...3 { _ = try await session.get("second", decoding: .bytes) }
      #expect(server.acceptedConnections == 3)
    }
  }

  /// libcurl answers the challenge, over the same connection if it may.
  @Test(arguments: surplus)
  func `surplus bytes after a challenge are not the answer to the next request`(_ surplus: String)
    async throws
  {
    let requests = Record<Bool>()
    try await withRawServer { connection in
      while let request = try connection.readHead() {
        requests.append(request["Authorization"] != nil)
        if request["Authorization"] != nil {
          try connection.respond(200, body: "right")
          continue
        }
        let field = #"WWW-Authenticate: Digest realm="r", nonce="n", qop="auth""#
        try connection.write("HTTP/1.1 401 No\r\n\(field)\r\nContent-Length: 5\r\n\r\nden")
        // So that libcurl does not read all at once, after which it would drop the bytes.
        usleep(50_000)
        try connection.write("ie" + surplus)
      }
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let text = try await session.get("", decoding: .text())
      #expect(text == "right")
    }
    #expect(requests.all == [false, true])
  }

  @Test func `surplus bytes after each challenge end the request`() async throws {
    let requests = Record<Bool>()
    try await withRawServer { connection in
      while let request = try connection.readHead() {
        requests.append(request["Authorization"] != nil)
        let nonce = requests.all.count
        let field = #"WWW-Authenticate: Digest realm="r", nonce="\#(nonce)", qop="auth", stale=true"#
        try connection.write("HTTP/1.1 401 No\r\n\(field)\r\nContent-Length: 5\r\n\r\nden")
        usleep(20_000)
        try connection.write("ie" + "hello")
      }
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .invalidResponse)
    }
    #expect((2...30).contains(requests.all.count))
  }

  /// The bytes arrive while the connection is idle.
  @Test(arguments: surplus)
  func `late surplus bytes are dropped with their connection`(_ surplus: String) async throws {
    let (isAnswered, isWritten) = (Event(), Event())
    let requests = Record<String>()
    try await withRawServer { connection in
      while let request = try connection.readHead() {
        requests.append(request.target + request.method.rawValue)
        try connection.respond(200, body: "right")
        guard request.target == "/first" else { continue }
        try isAnswered.waitOnThread()
        try connection.write(surplus)
        isWritten.happen()
      }
    } test: { session, server in
      _ = try await session.get("first", decoding: .bytes)
      isAnswered.happen()
      try await isWritten.wait()
      let second = try await session.upload(.text("body"), to: "second", decoding: .bytes)
      #expect(String(decoding: second, as: UTF8.self) == "right")
      #expect(server.acceptedConnections == 2)
    }
    #expect(requests.all == ["/firstGET", "/secondPOST"])
  }
}
