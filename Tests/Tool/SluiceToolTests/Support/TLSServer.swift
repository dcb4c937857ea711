import SluiceTestSupport

/// A TLS server from Python's standard library that echoes the bodies of POST requests.
///
/// openssl makes its certificate, which is self-signed and valid for 127.0.0.1 only. The server ends when it is
/// deinitialized.
final class TLSServer {
  struct DidNotStart: Error {}

  static let isAvailable = isInstalled("python3") && isInstalled("openssl")

  let port: UInt16
  let certificate: String
  /// The private key of the certificate.
  let key: String
  /// The hash of its public key, in the format of `--pin`.
  let pin: String
  private let folder: TemporaryDirectory
  private let python: Run

  /// - Parameter requiresCertificate: Whether clients must have the server's own certificate.
  init(requiresCertificate: Bool = false) throws {
    folder = try TemporaryDirectory()
    let key = folder.path("key")
    self.key = key
    certificate = folder.path("certificate")
    let made = try Run(
      "sh",
      [
        "-c",
        """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(key) -out \(certificate) \
          -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1 2>/dev/null &&
        openssl x509 -in \(certificate) -pubkey -noout | openssl pkey -pubin -outform der |
          openssl dgst -sha256 -binary | openssl base64 -A
        """,
      ]
    ).finish()
    pin = "sha256//" + made.text
    let script = """
      import http.server, os, ssl, sys, threading
      class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments): pass
        def do_POST(self):
          body = self.rfile.read(int(self.headers["Content-Length"]))
          self.send_response(302 if self.path == "/down" else 200)
          if self.path == "/down": self.send_header("Location", "http://127.0.0.1:9/")
          self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          self.wfile.write(body)
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain("\(certificate)", "\(key)")
      if \(requiresCertificate ? 1 : 0):
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations("\(certificate)")
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      server.handle_error = lambda *arguments: None
      server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      print(server.server_port, flush=True)
      sys.stdin.read()
      """
    python = try Run("python3", ["-c", script], input: .pipe)
    guard python.waitForOutput("\n"), let port = UInt16(python.outputSoFar.dropLast()) else {
      throw DidNotStart()
    }
    self.port = port
  }

  /// The certificate and its key, as one file.
  func certificateAndKey() throws -> [UInt8] { try folder.contents("certificate") + folder.contents("key") }

  var url: String { "https://127.0.0.1:\(port)/" }
}
