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
    import socket, struct
    count = 0
    def frame(kind, flags, stream, payload):
      return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
    class Handler(BaseHTTPRequestHandler):
      def handle(self):
        global count
        self.connection.do_handshake()
        self.rfile.read(24)  # The preface.
        self.wfile.write(frame(4, 0, 0, b""))  # SETTINGS.
        while header := self.rfile.read(9):
          self.rfile.read(int.from_bytes(header[:3], "big"))
          if header[3] > 1 or not header[4] & 1:  # END_STREAM of DATA or HEADERS.
            continue
          count += header[3] == 0
          if header[3] == 0 and header[8] == 3:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(self.connection.detach())  # A reset.
            return
          self.wfile.write(frame(1, 4, header[8], bytes([0x88])))  # HEADERS with :status 200.
          self.wfile.write(frame(0, 1, header[8], b"%d" % count))
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
