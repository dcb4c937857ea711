import SluiceClientTestSupport

/// A server from Python's standard library, on a free port of 127.0.0.1, that runs until it is released.
final class PythonServer {
  struct DidNotStart: Error {}

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
