// The snippets of "Configuring sessions", formatted as there.
// swift-format-ignore-file

import Logging
import Sluice

private func sessions() -> (Session, Session) {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.fields[.userAgent] = "Backup/2.1"
  configuration.timeout = .seconds(300)
  let session = Session(configuration)

  configuration.maximumTotalSendRate = 2_000_000       // bytes per second, all transfers together
  let background = Session(configuration)
  // end
  return (session, background)
}

private func request(session: Session) async throws -> SessionRequest {
  // Article
  var request = try session.request(.get, "reports/2026")
  request.options.timeout = .after(.seconds(900))
  request.options.maximumBodyByteCount = .bytes(1 << 30)
  let user: User = try await session.get("users/1", options: .init(timeout: .after(.seconds(3)), retries: .never))
  let patient = SessionRequest.Options(timeout: .unlimited, idleTimeout: .unlimited, responseTimeout: .unlimited)
  // end
  _ = (user, patient)
  return request
}

private func proxies(configuration: inout Session.Configuration) {
  // Article
  configuration.proxy = "http://proxy.example.com:3128"
  configuration.proxy = "https://user:password@proxy.example.com:3129"
  configuration.proxy = "socks5h://localhost:1080"     // the proxy looks up the host's name
  configuration.proxy = ""                             // none, whatever the environment says
  // end
}

private func authorities(configuration: inout Session.Configuration) {
  // Article
  configuration.trust.authorities = .systemAnd(.file("/etc/company/ca.pem"))
  configuration.trust.authorities = .only(.file("/etc/company/ca.pem"))
  configuration.trust.minimumVersion = .tls13
  // end
}

private func pins(configuration: inout Session.Configuration) {
  // Article
  configuration.trust.pinnedPublicKeys = [
    "sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE=",
    "sha256//sRHdihwgkaib1P1gxX8HFszlD+7/gTfNvuAybgLPNis=",
  ]
  // end
}

private func clientCertificate(configuration: inout Session.Configuration, passphrase: String) {
  // Article
  configuration.trust.clientCertificate = .init(chain: .file("client.pem"), privateKey: .file("client.key"))
  configuration.trust.clientCertificate?.passphrase = passphrase        // only if the key is encrypted
  // end
}

private func versions(configuration: inout Session.Configuration) {
  // Article
  configuration.httpVersion = .http1                   // never HTTP/2
  configuration.httpVersion = .http2PriorKnowledge     // HTTP/2 without negotiation, even without TLS
  configuration.httpVersion = .http3                   // HTTP/3, or an earlier version if QUIC fails
  configuration.httpVersion = .http3Only               // HTTP/3 without a fallback
  // end
}

private func cookies(configuration: inout Session.Configuration) async throws {
  // Article
  configuration.cookies = .inMemory
  configuration.cookies = .file("cookies.txt")
  try await configuration.cookies.check()              // throws if the file cannot be read and written
  // end
}

private func connections(configuration: inout Session.Configuration) {
  // Article
  configuration.maximumConnectionsPerHost = 4
  configuration.unixSocketPath = "/run/docker.sock"    // instead of the URL's host and port
  configuration.networkInterface = "eth1"
  configuration.addressOverrides = [
    .init(host: "api.example.com", port: 443, addresses: ["203.0.113.7", "2001:db8::7"])
  ]
  // end
}

private func monitors(configuration: inout Session.Configuration) {
  // Article
  struct Failures: EventMonitor {
    let logger: Logger

    func didComplete(_ transfer: TransferID, error: (any Error)?) {
      if let error { logger.warning("\(error)") }
    }
  }

  var logger = Logger(label: "http")
  logger.logLevel = .debug                             // a `LogMonitor` logs little else
  configuration.monitors = [Failures(logger: Logger(label: "failures")), LogMonitor(logger)]
  // end
}
