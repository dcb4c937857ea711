import Glibc
import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

/// Connections over TLS, with a peer that is a Python server.
@Suite(
  .ownThreads, .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct SecureConnectionTests {
  /// `/surplus` writes the end of its body and an unsolicited response in one record. `/end?N&TEXT` writes the text and
  /// ends the connection, with `close_notify` if N is 1. `/late` writes an unsolicited response once `/write` is
  /// requested over another connection.
  private static let handler = """
    import socket, struct, urllib.parse
    asked, written = threading.Event(), threading.Event()
    class Handler(BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def answer(self, body):
        self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
      def do_GET(self):
        if self.path == "/late":
          self.answer(b"asked")
          asked.wait()
          self.answer(b"evil")
          written.set()
        elif self.path == "/surplus":
          self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nfi")
          self.wfile.write(b"rst" + b"HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nevil")  # One record.
        elif self.path == "/doubled":
          self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
          self.answer(b"right")
          self.answer(b"evil")
          self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)
        elif self.path == "/write":
          asked.set()
          written.wait()
          self.answer(b"written")
        elif self.path.startswith("/end?"):
          notified, text = self.path[5:].split("&")
          self.wfile.write(urllib.parse.unquote_to_bytes(text))
          self.close_connection = True
          if notified == "0":
            self.wfile.flush()
            self.connection.shutdown(1)  # Without close_notify.
        else:
          self.answer(str(self.client_address[1]).encode())
      def do_POST(self):
        self.rfile.read(1)
        self.wfile.write(b"HTTP/1.1 413 Large\\r\\nContent-Length: 5\\r\\n\\r\\nlarge")
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())  # A reset.
        self.close_connection = True
    """

  private func with(_ test: (_ session: () -> Session) async throws -> Void) async throws {
    let certificate = try TestCertificate()
    let server = try PythonServer(Self.handler, certificate: certificate)
    let url = "https://127.0.0.1:\(server.port)"
    try await test {
      Session(.test(baseURL: url) { $0.trust.authorities = .only(.file(certificate.path)) })
    }
  }

  private func text(_ session: Session, _ path: String) async throws -> String {
    String(decoding: try await session.get(.init(path), decoding: .bytes), as: UTF8.self)
  }

  /// libcurl reads before it sends, so the source waits for the reset.
  @Test func `what arrives before a reset is the response, although sending fails`() async throws {
    let certificate = try TestCertificate()
    let server = try PythonServer(Self.handler, certificate: certificate)
    let port = server.port
    let session = Session(
      .test(baseURL: "https://127.0.0.1:\(port)") { $0.trust.authorities = .only(.file(certificate.path)) })
    for _ in 0..<10 {
      let body = ScriptedSource([
        .bytes(count: 1000), .run { while try ProcessResources.connections(to: port) > 0 { usleep(100) } },
        .bytes(count: 100_000),
      ])
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(body, to: "", decoding: .bytes)
      }
      #expect(error?.head.status == .contentTooLarge)
      #expect(error?.body == Array("large".utf8))
    }
    await session.invalidate()
  }

  /// A peer sends tickets unsolicited, which is no reason to give up its connection.
  @Test func `a connection over TLS is used again`() async throws {
    try await with { makeSession in
      let session = makeSession()
      var ports: Set<String> = []
      for _ in 0..<10 { ports.insert(try await text(session, "port")) }
      #expect(ports.count == 1)
      await session.invalidate()
    }
  }

  /// libcurl reads the end of the body, and OpenSSL keeps the rest of the record.
  @Test func `surplus bytes in the record of a body's end are dropped`() async throws {
    try await with { makeSession in
      let session = makeSession()
      #expect(try await text(session, "surplus") == "first")
      let port = try await text(session, "port")
      #expect(UInt16(port) != nil, "\(port)")
      await session.invalidate()
    }
  }

  /// libcurl gives the connection to the next exchange at once.
  @Test func `an unsolicited response is dropped while several exchanges run`() async throws {
    try await with { makeSession in
      let session = makeSession()
      try await withThrowingTaskGroup { group in
        for _ in 0..<2 {
          group.addTask {
            for _ in 0..<100 {
              let body = try await session.get("doubled", decoding: .bytes)
              #expect(String(decoding: body, as: UTF8.self) == "right")
            }
          }
        }
        try await group.waitForAll()
      }
      await session.invalidate()
    }
  }

  @Test func `a late, unsolicited response is dropped`() async throws {
    try await with { makeSession in
      let (session, other) = (makeSession(), makeSession())
      _ = try await text(session, "late")
      _ = try await text(other, "write")
      let port = try await text(session, "port")
      #expect(UInt16(port) != nil, "\(port)")
      await session.invalidate()
      await other.invalidate()
    }
  }

  struct Ending: Sendable, CustomTestStringConvertible {
    let fields: String
    let body: String
    /// Whether the body is whole, with and without `close_notify`.
    let isWhole: (notified: Bool, unnotified: Bool)

    var testDescription: String { "\(fields): \(body)" }
  }

  private static let endings = [
    Ending(fields: "Content-Length: 4", body: "body", isWhole: (true, true)),
    Ending(fields: "Content-Length: 5", body: "body", isWhole: (false, false)),
    Ending(fields: "Transfer-Encoding: chunked", body: "4|body|0||", isWhole: (true, true)),
    Ending(fields: "Transfer-Encoding: chunked", body: "4|body|", isWhole: (false, false)),
    Ending(fields: "Connection: close", body: "body", isWhole: (true, false)),
    Ending(fields: "Connection: close", body: "", isWhole: (true, false)),
  ]

  /// An attacker on the network can close a connection; only the peer can send `close_notify` (RFC 8446 §6.1).
  @Test(arguments: endings, [true, false])
  func `a body is whole by its length, its chunks or close_notify`(_ ending: Ending, isNotified: Bool)
    async throws
  {
    try await with { makeSession in
      let session = makeSession()
      let answer = "HTTP/1.1 200 OK|\(ending.fields)||\(ending.body)".replacing("|", with: "\r\n")
      let escaped = answer.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let result = await Result.catching { try await text(session, "end?\(isNotified ? 1 : 0)&\(escaped)") }
      if isNotified ? ending.isWhole.notified : ending.isWhole.unnotified {
        let body = try result.get()
        #expect(body == (ending.body.isEmpty ? "" : "body"))
      } else {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
      }
      await session.invalidate()
    }
  }
}
