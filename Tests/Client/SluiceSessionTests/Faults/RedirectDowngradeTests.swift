import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Redirects from https to http, with every status.
@Suite(
  .ownThreads, .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct RedirectDowngradeTests {
  /// A server that redirects according to the path, such as `/307/8080`.
  private static let handler = """
    class Handler(BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"

      def do_OPTIONS(self):
        self.send_response(204)
        self.send_header("Tus-Version", "1.0.0")
        self.send_header("Tus-Extension", "creation")
        self.end_headers()

      def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        _, status, port = self.path.split("/")
        self.send_response(int(status))
        self.send_header("Tus-Resumable", "1.0.0")
        self.send_header("Location", f"http://127.0.0.1:{port}/next")
        self.send_header("Content-Length", "0")
        self.end_headers()

      def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Link", f"<http://127.0.0.1:{self.path[1:]}/next>; rel=next")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")
    """

  @Test func `a redirect to http is refused unless allowed, and gets no secrets`() async throws {
    let certificate = try TestCertificate()
    let secure = try PythonServer(Self.handler, certificate: certificate)
    let received = Record<ReceivedRequest>()
    let plain = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    }
    defer { plain.stop() }
    for isAllowed in [false, true] {
      let session = Session(
        .test(baseURL: "https://127.0.0.1:\(secure.port)") {
          $0.trust.authorities = .only(.file(certificate.path))
          $0.redirects.allowsDowngrade = isAllowed
          $0.credentials = .fixed(.bearer("token"))
        })
      for status in [301, 302, 303, 307, 308] {
        let request = try session.request(
          .post, "/\(status)/\(plain.port)", fields: [.cookie: "a=b"], body: .text("body"))
        let result = await Result.catching { try await session.send(request) }
        if isAllowed {
          #expect(try result.get().head.status == .ok)
          #expect(received.last?.text == (status < 304 ? "" : "body"))
        } else {
          let error = #expect(throws: SessionError.self) { try result.get() }
          #expect(error?.code == .redirectRefused, "\(status)")
        }
      }
      await session.invalidate()
      #expect(received.count == (isAllowed ? 5 : 0))
    }
    #expect(received.all.flatMap { $0["Authorization"] + $0["Cookie"] } == [])
    try await expectEventually { try ProcessResources.connections(to: secure.port) == 0 }
  }

  @Test func `a next page over http is refused unless allowed, and gets no secrets`() async throws {
    let certificate = try TestCertificate()
    let secure = try PythonServer(Self.handler, certificate: certificate)
    let received = Record<ReceivedRequest>()
    let plain = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(json: "[]")
    }
    defer { plain.stop() }
    for isAllowed in [false, true] {
      let session = Session(
        .test(baseURL: "https://127.0.0.1:\(secure.port)") {
          $0.trust.authorities = .only(.file(certificate.path))
          $0.redirects.allowsDowngrade = isAllowed
          $0.credentials = .fixed(.bearer("token"))
        })
      var pages = session.pages("/\(plain.port)", fields: [.cookie: "a=b"], decoding: .json([Int].self))
        .makeAsyncIterator()
      #expect(try await pages.next()?.value == [])
      let second = await Result.catching { try await pages.next()?.value }
      if isAllowed {
        #expect(try second.get() == [])
      } else {
        let error = #expect(throws: SessionError.self) { try second.get() }
        #expect(error?.code == .redirectRefused)
      }
      await session.invalidate()
      #expect(received.count == (isAllowed ? 1 : 0))
    }
    #expect(received.all.flatMap { $0["Authorization"] + $0["Cookie"] } == [])
    try await expectEventually { try ProcessResources.connections(to: secure.port) == 0 }
  }

  @Test func `an upload's URL over http is refused unless allowed, and gets no secrets`() async throws {
    let folder = try TemporaryDirectory()
    let certificate = try TestCertificate()
    let secure = try PythonServer(Self.handler, certificate: certificate)
    let received = Record<ReceivedRequest>()
    let plain = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204, headers: [("Tus-Resumable", "1.0.0"), ("Upload-Offset", "4")])
    }
    defer { plain.stop() }
    for isAllowed in [false, true] {
      let session = Session(
        .test(baseURL: "https://127.0.0.1:\(secure.port)") {
          $0.trust.authorities = .only(.file(certificate.path))
          $0.redirects.allowsDowngrade = isAllowed
          $0.credentials = .fixed(.bearer("token"))
        })
      let result = await Result.catching {
        try await session.upload(
          .text("body"), to: "/201/\(plain.port)", fields: [.cookie: "a=b"],
          resumable: .tus(record: folder.path("\(isAllowed)")))
      }
      if isAllowed {
        try result.get()
        #expect(received.only?.text == "body")
      } else {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .redirectRefused)
      }
      await session.invalidate()
      #expect(received.count == (isAllowed ? 1 : 0))
    }
    #expect(received.all.flatMap { $0["Authorization"] + $0["Cookie"] } == [])
  }
}
