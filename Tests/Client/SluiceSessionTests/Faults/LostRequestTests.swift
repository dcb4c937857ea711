import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

/// Connections of HTTP/2 that are used again, and end after a request may have been processed.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct LostRequestTests {
  /// Resets the connection after the body on its second stream. Other responses have the number of bodies so far.
  private static let handler = """
    \(PythonServer.http2)
    import socket, struct
    count = 0
    class Handler(BaseHTTPRequestHandler):
      def handle(self):
        global count
        self.connection.do_handshake()
        for kind, flags, stream in frames(self):
          if kind > 1 or not flags & 1:  # END_STREAM of DATA or HEADERS.
            continue
          count += kind == 0
          if kind == 0 and stream == 3:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(self.connection.detach())  # A reset.
            return
          self.wfile.write(frame(1, 4, stream, bytes([0x88])))  # HEADERS with :status 200.
          self.wfile.write(frame(0, 1, stream, b"%d" % count))
    """

  @Test func `a POST over a kept connection of HTTP 2 that is reset is not repeated`() async throws {
    let certificate = try TestCertificate()
    let server = try PythonServer(
      Self.handler, certificate: certificate, settings: "context.set_alpn_protocols(['h2'])")
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
      try await session.upload(.bytes([1, 2, 3]), to: "", decoding: .bytes)
    }
    #expect(error?.code == .connectionLost)
    #expect(try await count() == "1")
    await session.invalidate()
  }
}
