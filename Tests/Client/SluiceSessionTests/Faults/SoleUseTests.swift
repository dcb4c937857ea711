import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

/// An origin that negotiates HTTP/1.1 for one connection and HTTP/2 for others, such as a load balancer.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct SoleUseTests {
  /// The first connection is one of HTTP/1.1, and later ones are of HTTP/2, if the client offers it. A POST is echoed.
  private static let handler = """
    \(PythonServer.http2)
    import itertools
    connections = itertools.count()
    class Handler(BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def handle(self):
        if next(connections) > 0:
          self.connection.context = http2
        self.connection.do_handshake()
        if self.connection.selected_alpn_protocol() != "h2":
          return super().handle()
        for kind, _, stream in frames(self):
          if kind == 1:
            self.wfile.write(frame(1, 5, stream, bytes([0x88])))  # HEADERS with :status 200.
      def answer(self, body):
        self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
      def do_GET(self):
        self.answer(b"")
      def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["Content-Length"])))
    """

  @Test func `a request is not written into the body of another one`() async throws {
    let certificate = try TestCertificate()
    let server = try PythonServer(
      Self.handler, certificate: certificate,
      settings: """
        http2 = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        http2.load_cert_chain("\(certificate.path)", "\(certificate.keyPath)")
        http2.set_alpn_protocols(["h2"])
        """)
    let session = Session(
      .test(baseURL: "https://127.0.0.1:\(server.port)") {
        $0.trust.authorities = .only(.file(certificate.path))
        $0.httpVersion = .http2
      })
    let bytes = sampleBytes(60_000)
    let (begun, continued) = (Event(), Event())
    let body = ScriptedSource(
      byteCount: 60_000,
      [
        .bytes(Array(bytes[..<30_000])), .run { begun.happen() }, .wait(continued),
        .bytes(Array(bytes[30_000...])),
      ])
    async let upload: [UInt8] = session.upload(body, to: "", decoding: .bytes)
    try await begun.wait()
    // The first one opens a connection, after which libcurl takes the origin for one that multiplexes.
    for _ in 0..<3 { _ = try await session.get("", decoding: .bytes) }
    continued.happen()
    let echo = try await upload
    #expect(echo == bytes)
    await session.invalidate()
  }
}
