import FoundationEssentials
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The verification of a peer, with a Python server and a certificate of openssl's for 127.0.0.1 alone.
@Suite(
  .ownThreads, .timeLimit(.minutes(5)),
  .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("openssl")))
struct TrustTests {
  private struct Server {
    let certificate: TestCertificate
    let python: PythonServer

    init() throws {
      certificate = try TestCertificate()
      python = try PythonServer(
        """
        class Handler(BaseHTTPRequestHandler):
          def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"secret")
          def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)
        """,
        certificate: certificate)
    }

    func get(
      host: String = "127.0.0.1", from url: String? = nil,
      _ configure: (inout Session.Configuration) -> Void
    ) async -> Result<String, any Error> {
      let session = Session(.test(configure))
      let result = await Result<String, any Error>.catching {
        let bytes = try await session.get(.init(url ?? "https://\(host):\(python.port)/"), decoding: .bytes)
        return String(decoding: bytes, as: UTF8.self)
      }
      await session.invalidate()
      return result
    }
  }

  private func code(_ result: Result<String, any Error>) -> ErrorCode? {
    do {
      _ = try result.get()
      return nil
    } catch {
      return (error as? SessionError)?.code
    }
  }

  private let server: Server

  init() throws { server = try Server() }

  @Test func `a self-signed certificate is not trusted by default`() async throws {
    #expect(code(await server.get { _ in }) == .untrusted)
  }

  @Test func `authorities in a file are trusted`() async throws {
    let result = await server.get { $0.trust.authorities = .only(.file(server.certificate.path)) }
    #expect(try result.get() == "secret")
  }

  @Test func `a file of authorities may be a URL`() async throws {
    let folder = try TemporaryDirectory()
    let content = try Data(contentsOf: URL(filePath: server.certificate.path))
    try Descriptor.create(folder.path("\0\u{FF}")).write(Array(content).span)
    let url = try #require(URL(string: "file://\(folder.path)/%FF"))
    #expect(try await server.get { $0.trust.authorities = .only(.file(url)) }.get() == "secret")
  }

  /// The Python server stands in for a proxy, which receives requests with whole URLs.
  @Test(arguments: ["system", "only", "pinned", "insecure"])
  func `the authorities also apply to a proxy`(trust: String) async throws {
    let result = await server.get(from: "http://some.example/") {
      $0.proxy = "https://127.0.0.1:\(server.python.port)"
      switch trust {
      case "only": $0.trust.authorities = .only(.file(server.certificate.path))
      case "insecure": $0.trust.authorities = .insecure
      case "pinned":
        // The key that is pinned is the server's.
        $0.trust.authorities = .only(.file(server.certificate.path))
        $0.trust.pinnedPublicKeys = ["sha256//" + String(repeating: "A", count: 43) + "="]
      default: break
      }
    }
    if trust == "system" {
      #expect(code(result) == .untrusted)
    } else {
      #expect(try result.get() == "secret")
    }
  }

  @Test func `the host name is verified`() async throws {
    let result = await server.get(host: "localhost") {
      $0.trust.authorities = .only(.file(server.certificate.path))
    }
    #expect(code(result) == .untrusted)
  }

  @Test func `every peer is trusted if verification is off, which is logged`() async throws {
    let log = SystemLog.messages
    for host in ["127.0.0.1", "localhost"] {
      let result = await server.get(host: host) { $0.trust.authorities = .insecure }
      #expect(try result.get() == "secret")
    }
    #expect(log.all.contains("warning: certificates are not verified: any server is trusted"))
  }

  @Test func `a pinned key must be the peer's`() async throws {
    let wrong = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    for authorities in [TransportSettings.Trust.Authorities.insecure, .only(.file(server.certificate.path))] {
      for (pins, isRight) in [
        ([server.certificate.pin], true), ([wrong, server.certificate.pin], true), ([wrong], false),
      ] {
        let result = await server.get {
          $0.trust.authorities = authorities
          $0.trust.pinnedPublicKeys = pins
        }
        #expect(code(result) == (isRight ? nil : .untrusted))
      }
    }
    // A pin does not replace trust.
    #expect(code(await server.get { $0.trust.pinnedPublicKeys = [server.certificate.pin] }) == .untrusted)
  }

  @Test func `a missing file of authorities is an error`() async throws {
    #expect(code(await server.get { $0.trust.authorities = .only(.file("/no/such/file")) }) == .tlsFailed)
  }

  @Test func `a body is sent over TLS`() async throws {
    let content = patternedBytes(2_000_000)
    let session = Session(
      .test(baseURL: "https://127.0.0.1:\(server.python.port)/") {
        $0.trust.authorities = .only(.file(server.certificate.path))
      })
    let answer = try await session.upload(.bytes(content), to: "", decoding: .bytes)
    #expect(answer == content)
    await session.invalidate()
  }

  @Test func `a server without TLS is an error`() async throws {
    try await withRawServer {
      try $0.write("HTTP/1.1 400 Bad Request\r\n\r\n")
    } test: { session, plain in
      let error = await #expect(throws: SessionError.self) {
        try await session.get("https://127.0.0.1:\(plain.port)/", decoding: .bytes)
      }
      #expect(error?.code == .tlsFailed)
    }
  }
}
