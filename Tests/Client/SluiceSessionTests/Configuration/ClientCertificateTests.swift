import FoundationEssentials
import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

/// Certificates in memory, client certificates and TLS versions, against a Python server.
@Suite(
  .ownThreads, .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct ClientCertificateTests {
  private let server: TestCertificate
  private let client: TestCertificate

  init() throws {
    server = try TestCertificate()
    client = try TestCertificate()
  }

  private static let handler = """
    class Handler(BaseHTTPRequestHandler):
      def do_GET(self):
        self.send_response(200)
        self.end_headers()
        who = "known " if self.connection.getpeercert() else "unknown "
        self.wfile.write((who + self.connection.version()).encode())
    """

  /// Returns the response of a server with these settings.
  private func answer(
    _ settings: String = "", _ configure: (inout TransportSettings.Trust) -> Void
  ) async throws -> Result<[UInt8], any Error> {
    let python = try PythonServer(
      Self.handler, certificate: server,
      settings: "context.load_verify_locations(\"\(client.path)\")\n\(settings)")
    let session = Session(
      .test {
        $0.trust.authorities = .only(.file(server.path))
        configure(&$0.trust)
      })
    let result = await Result<[UInt8], any Error>.catching {
      try await session.get("https://127.0.0.1:\(python.port)/", decoding: .bytes)
    }
    await session.invalidate()
    return result
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func code(_ result: Result<[UInt8], any Error>) -> ErrorCode? {
    guard case .failure(let error) = result else { return nil }
    return (error as? SessionError)?.code
  }

  @Test func `authorities can be given as bytes`() async throws {
    let certificate = try bytes(server.path)
    for authorities in [
      TransportSettings.Trust.Authorities.only(.bytes(certificate)), .systemAnd(.bytes(certificate)),
    ] {
      let result = try await answer { $0.authorities = authorities }
      #expect(code(result) == nil)
    }
    let other = try bytes(client.path)
    for authorities in [
      TransportSettings.Trust.Authorities.only(.bytes(other)), .systemAnd(.bytes(other)),
      .systemAnd(.file(client.path)),
    ] {
      let result = try await answer { $0.authorities = authorities }
      #expect(code(result) == .untrusted)
    }
  }

  @Test func `bytes that are not a certificate are refused`() async throws {
    for content in ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"] {
      let result = try await answer { $0.authorities = .only(.bytes(Array(content.utf8))) }
      #expect([.tlsFailed, .untrusted].contains(code(result)), "\(result)")
    }
  }

  @Test func `a client presents its certificate to a server that requires one`() async throws {
    let required = "context.verify_mode = ssl.CERT_REQUIRED"
    let nobody = try await answer(required) { _ in }
    #expect(code(nobody) != nil)
    let (chain, key) = (try bytes(client.path), try bytes(client.keyPath))
    for certificate in [
      TransportSettings.Trust.ClientCertificate(chain: .file(client.path), privateKey: .file(client.keyPath)),
      .init(chain: .bytes(chain), privateKey: .bytes(key)),
    ] {
      let known = try await answer(required) { $0.clientCertificate = certificate }
      #expect(try String(decoding: known.get(), as: UTF8.self).hasPrefix("known "))
    }
    let wrong = try await answer(required) {
      $0.clientCertificate = .init(chain: .file(client.path), privateKey: .file(server.keyPath))
    }
    #expect(code(wrong) == .tlsFailed, "\(wrong)")
  }

  /// Each server responds with whether it knows the client, or redirects along `/to/PORT/PORT…`.
  @Test func `after a redirect, only an origin that the caller has named gets the certificate`() async throws
  {
    let handler = """
      class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def do_GET(self):
          ports = self.path.split("/")[2:]
          body = b"known" if self.connection.getpeercert() else b"unknown"
          self.send_response(302 if ports else 200)
          if ports:
            rest = "to/" + "/".join(ports[1:]) if ports[1:] else ""
            self.send_header("Location", f"https://127.0.0.1:{ports[0]}/{rest}")
          self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          self.wfile.write(body)
      """
    let settings =
      "context.load_verify_locations(\"\(client.path)\")\ncontext.verify_mode = ssl.CERT_OPTIONAL"
    let first = try PythonServer(handler, certificate: server, settings: settings)
    let other = try PythonServer(handler, certificate: server, settings: settings)
    let (firstURL, otherURL) = ("https://127.0.0.1:\(first.port)/", "https://127.0.0.1:\(other.port)/")
    for (base, urls) in [
      // The connections are kept, and must not be used without the certificate, or with it.
      (
        nil,
        [
          (otherURL, "known"), (firstURL + "to/\(other.port)", "unknown"), (otherURL, "known"),
          (firstURL + "to/\(other.port)", "unknown"), (firstURL + "to/\(other.port)/\(first.port)", "known"),
          (firstURL + "to/\(first.port)", "known"), (firstURL, "known"),
        ]
      ),
      (firstURL, [("to/\(other.port)", "unknown"), ("to/\(other.port)/\(first.port)", "known")]),
      (otherURL, [(firstURL + "to/\(other.port)", "known")]),
    ] as [(String?, [(String, String)])] {
      let session = Session(
        .test(baseURL: base) {
          $0.trust.authorities = .only(.file(server.path))
          $0.trust.clientCertificate = .init(chain: .file(client.path), privateKey: .file(client.keyPath))
        })
      for (url, identity) in urls {
        #expect(
          try await session.get(.init(url), decoding: .text()) == identity, "\(base ?? "no base"), \(url)")
      }
      await session.invalidate()
    }
  }

  @Test func `an encrypted private key needs its passphrase`() async throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/encrypted"
    _ = try ChildProcess.lines(
      of: "openssl", "pkcs8", "-topk8", "-in", client.keyPath, "-out", path, "-passout", "pass:SECRET")
    // Without one, nobody is asked, and standard input is not read.
    for (passphrase, isRight) in [("SECRET", true), ("wrong", false), (nil, false)] {
      let result = try await answer("context.verify_mode = ssl.CERT_REQUIRED") {
        $0.clientCertificate = .init(
          chain: .file(client.path), privateKey: .file(path), passphrase: passphrase)
      }
      #expect((code(result) == nil) == isRight)
      if case .failure(let error) = result { #expect(!"\(error)".contains("SECRET")) }
    }
  }

  @Test func `a TLS version below the minimum is refused`() async throws {
    let old = "context.maximum_version = ssl.TLSVersion.TLSv1_2"
    let taken = try await answer(old) { _ in }
    #expect(try String(decoding: taken.get(), as: UTF8.self).hasSuffix("TLSv1.2"))
    let result = try await answer(old) { $0.minimumVersion = .tls13 }
    #expect(code(result) == .tlsFailed)
    let new = try await answer { $0.minimumVersion = .tls13 }
    #expect(try String(decoding: new.get(), as: UTF8.self).hasSuffix("TLSv1.3"))
  }
}
