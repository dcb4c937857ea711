import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

/// Connections that are used again, and end after a request may have been processed.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct LostRequestTests {
  /// The ways in which a server ends a connection.
  enum End: String, CaseIterable { case closes, resets, goesAway }

  /// Ends the connection after a body, or after an empty POST, on its second stream. Other responses have the number of
  /// POSTs so far.
  private static func http2Handler(_ end: End) -> String {
    """
    \(PythonServer.http2)
    import socket, struct, time
    count = 0
    class Handler(BaseHTTPRequestHandler):
      def handle(self):
        global count
        self.connection.do_handshake()
        for kind, flags, stream in frames(self):
          if kind > 1 or not flags & 1:  # END_STREAM of DATA or HEADERS.
            continue
          count += stream == 3
          if stream == 3:
            if "\(end)" == "goesAway":
              self.wfile.write(frame(7, 0, 0, struct.pack(">II", 3, 0)))
              self.wfile.flush()
              time.sleep(0.1)
            if "\(end)" == "resets":
              self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(self.connection.detach())
            return
          self.wfile.write(frame(1, 4, stream, bytes([0x88])))  # HEADERS with :status 200.
          self.wfile.write(frame(0, 1, stream, b"%d" % count))
    """
  }

  @Test(arguments: End.allCases, [[], [1, 2, 3]])
  func `a POST over a kept connection of HTTP 2 that ends is not repeated`(end: End, body: [UInt8])
    async throws
  {
    let certificate = try TestCertificate()
    let server = try PythonServer(
      Self.http2Handler(end), certificate: certificate, settings: "context.set_alpn_protocols(['h2'])")
    let session = Session(
      .test(baseURL: "https://127.0.0.1:\(server.port)") {
        $0.trust.authorities = .only(.file(certificate.path))
        $0.httpVersion = .http2
      })
    func count() async throws -> String {
      String(decoding: try await session.get("", decoding: .bytes), as: UTF8.self)
    }
    #expect(try await count() == "0")
    let error = await #expect(throws: SessionError.self) {
      try await session.upload(.bytes(body), to: "", decoding: .bytes)
    }
    #expect(error?.code == .connectionLost)
    #expect(try await count() == "1")
    await session.invalidate()
  }

  /// Resets the connection as soon as it has read a POST that follows another request.
  private static let resettingHandler = """
    import socket, struct
    from http.server import BaseHTTPRequestHandler
    count = 0
    class Handler(BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def do_GET(self):
        body = b"%d" % count
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
      def do_POST(self):
        global count
        self.rfile.read(int(self.headers["Content-Length"]))
        count += 1
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.rfile.close()
        self.wfile.close()
        self.connection.close()
        raise ConnectionError()
    """

  @Test(arguments: [0, 100, 20_000]) func `a POST over a kept connection that is reset is not repeated`(
    byteCount: Int
  ) async throws {
    let server = try PythonServer(Self.resettingHandler)
    let session = Session(.test(baseURL: "http://127.0.0.1:\(server.port)"))
    func count() async throws -> String {
      String(decoding: try await session.get("", decoding: .bytes), as: UTF8.self)
    }
    #expect(try await count() == "0")
    let error = await #expect(throws: SessionError.self) {
      try await session.upload(
        .bytes([UInt8](repeating: 1, count: byteCount)), to: "", decoding: .bytes)
    }
    #expect(error?.code == .connectionLost)
    #expect(try await count() == "1")
    await session.invalidate()
  }
}
