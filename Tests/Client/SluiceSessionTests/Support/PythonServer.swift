import SluiceClientTestSupport

/// A server from Python's standard library, on a free port of 127.0.0.1, that runs until it is released.
final class PythonServer {
  struct DidNotStart: Error {}

  /// Python that defines `frame`, which returns a frame of HTTP/2 (RFC 9113 §4.1), and `frames`, which accepts a
  /// connection and yields the type, the flags and the stream of each frame that arrives.
  static let http2 = """
    def frame(kind, flags, stream, payload):
      return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
    def frames(handler):
      handler.rfile.read(24)  # The preface.
      handler.wfile.write(frame(4, 0, 0, b""))  # SETTINGS.
      while header := handler.rfile.read(9):
        handler.rfile.read(int.from_bytes(header[:3], "big"))
        yield header[3], header[4], header[8]
    """

  let port: UInt16
  private let process: ChildProcess

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - handler: Python that defines a class `Handler`.
  ///   - setup: Python that may change the `server`.
  init(_ handler: String, setup: String = "") throws {
    let script = """
      from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
      import os, ssl, sys, threading
      os.closerange(3, 1024)  # Connections of other tests are none of its business.
      BaseHTTPRequestHandler.log_message = ThreadingHTTPServer.handle_error = lambda *arguments: None
      \(handler)
      server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      \(setup)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      print(server.server_port, flush=True)
      sys.stdin.read()
      """
    process = try ChildProcess(["python3", "-c", script])
    guard let line = try process.readLine(), let port = UInt16(line) else { throw DidNotStart() }
    self.port = port
  }

  /// Starts a server with TLS.
  ///
  /// - Parameter settings: Python that may change the `context`.
  convenience init(_ handler: String, certificate: TestCertificate, settings: String = "") throws {
    try self.init(
      handler,
      setup: """
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("\(certificate.path)", "\(certificate.keyPath)")
        \(settings)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        close = server.shutdown_request
        def say_close_notify(connection):  # Python's server leaves it out.
          try:
            connection.settimeout(5)
            connection.unwrap()
          except (OSError, ValueError): pass
          close(connection)
        server.shutdown_request = say_close_notify
        """)
  }
}
