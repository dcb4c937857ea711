import Configuration
import HTTPTypes
import Sluice
import SluiceConfiguration
import SluiceTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConfigurationTests {
  private func configuration(_ variables: [String: String]) async throws -> Session.Configuration {
    let config = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables))
    return try await Session.Configuration(reading: config.scoped(to: "http"))
  }

  @Test func `without values, each setting has its default`() async throws {
    let (read, standard) = (try await configuration([:]), Session.Configuration())
    #expect(read.baseURL == nil && read.fields.isEmpty && read.proxy == nil && read.httpVersion == nil)
    #expect(read.connectTimeout == standard.connectTimeout && read.idleTimeout == standard.idleTimeout)
    #expect(read.timeout == nil && read.retries.maximumCount == 0 && read.loops == 1)
    #expect(read.redirects.maximumCount == 20 && !read.redirects.allowsDowngrade && read.decodesContent)
    #expect(read.credentials == nil && read.maximumBodyByteCount == standard.maximumBodyByteCount)
    #expect(read.trust.pinnedPublicKeys.isEmpty && read.trust.clientCertificate == nil)
    let trustsSystem = if case .system = read.trust.authorities { true } else { false }
    #expect(trustsSystem && read.trust.minimumVersion == .tls12)
  }

  @Test func `each key sets its property`() async throws {
    let read = try await configuration([
      "HTTP_BASE_URL": "https://host/v1/", "HTTP_USER_AGENT": "app/1", "HTTP_CONNECT_TIMEOUT": "2.5",
      "HTTP_IDLE_TIMEOUT": "0", "HTTP_TIMEOUT": "90", "HTTP_REDIRECTS_MAXIMUM_COUNT": "3",
      "HTTP_REDIRECTS_ALLOWS_DOWNGRADE": "true", "HTTP_RETRIES_MAXIMUM_COUNT": "4",
      "HTTP_RETRIES_INITIAL_DELAY": "0.1", "HTTP_RETRIES_MAXIMUM_DELAY": "7",
      "HTTP_RETRIES_MAXIMUM_NETWORK_WAIT": "60",
      "HTTP_HTTP_VERSION": "2", "HTTP_PROXY": "http://me:pw@proxy:3128",
      "HTTP_UNIX_SOCKET_PATH": "/run/app.sock",
      "HTTP_NETWORK_INTERFACE": "lo", "HTTP_LOOPS": "2", "HTTP_MAXIMUM_CONNECTIONS": "10",
      "HTTP_MAXIMUM_CONNECTIONS_PER_HOST": "5", "HTTP_MAXIMUM_SEND_RATE": "1000",
      "HTTP_MAXIMUM_RECEIVE_RATE": "2000",
      "HTTP_MAXIMUM_TOTAL_SEND_RATE": "3000", "HTTP_MAXIMUM_TOTAL_RECEIVE_RATE": "4000",
      "HTTP_MAXIMUM_BODY_BYTE_COUNT": "5000", "HTTP_DECODES_CONTENT": "false",
    ])
    #expect(read.baseURL == "https://host/v1/" && read.fields[.userAgent] == "app/1")
    #expect(
      read.connectTimeout == .milliseconds(2500) && read.idleTimeout == nil && read.timeout == .seconds(90))
    #expect(read.redirects.maximumCount == 3 && read.redirects.allowsDowngrade)
    #expect(read.retries.maximumCount == 4 && read.retries.initialDelay == .milliseconds(100))
    #expect(read.retries.maximumDelay == .seconds(7) && read.retries.maximumNetworkWait == .seconds(60))
    #expect(read.httpVersion == .http2 && read.proxy == "http://me:pw@proxy:3128")
    #expect(
      read.unixSocketPath?._filePath == "/run/app.sock" && read.networkInterface == "lo" && read.loops == 2)
    #expect(read.maximumConnections == 10 && read.maximumConnectionsPerHost == 5)
    #expect(read.maximumSendRate == 1000 && read.maximumReceiveRate == 2000)
    #expect(read.maximumTotalSendRate == 3000 && read.maximumTotalReceiveRate == 4000)
    #expect(read.maximumBodyByteCount == 5000 && !read.decodesContent)
  }

  @Test func `the keys of certificates set the trust`() async throws {
    let read = try await configuration([
      "HTTP_TRUST_AUTHORITIES_FILE": "/ca.pem", "HTTP_TRUST_PINNED_PUBLIC_KEYS": "sha256//a,sha256//b",
      "HTTP_TRUST_MINIMUM_TLSVERSION": "1.3", "HTTP_TRUST_CLIENT_CERTIFICATE_CHAIN_FILE": "/chain.pem",
      "HTTP_TRUST_CLIENT_CERTIFICATE_PRIVATE_KEY_FILE": "/key.pem",
      "HTTP_TRUST_CLIENT_CERTIFICATE_PASSPHRASE": "pw",
    ])
    let added = if case .systemAnd(.file(let path)) = read.trust.authorities { path._filePath } else { "" }
    #expect(added == "/ca.pem" && read.trust.pinnedPublicKeys == ["sha256//a", "sha256//b"])
    #expect(read.trust.minimumVersion == .tls13 && read.trust.clientCertificate?.passphrase == "pw")
    let only = try await configuration([
      "HTTP_TRUST_AUTHORITIES_FILE": "/ca.pem", "HTTP_TRUST_INCLUDES_SYSTEM_AUTHORITIES": "false",
    ])
    let trusted = if case .only(.file(let path)) = only.trust.authorities { path._filePath } else { "" }
    #expect(trusted == "/ca.pem")
  }

  @Test(arguments: [
    (["HTTP_CREDENTIALS_BEARER_TOKEN": "t1"], "Bearer t1"),
    (["HTTP_CREDENTIALS_USER": "me", "HTTP_CREDENTIALS_PASSWORD": "pw"], "Basic bWU6cHc="),
  ])
  func `credentials are sent`(variables: [String: String], value: String) async throws {
    var configuration = try await configuration(variables)
    configuration.baseURL = "https://host/"
    let stub = StubTransport { request in
      request.fields[.authorization] == nil
        ? .status(.unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"a\""]) : .text("in")
    }
    _ = try await Session(configuration, transport: stub).get("a", decoding: .text())
    #expect(stub.requests.last?.fields[.authorization] == value)
  }

  @Test(arguments: [
    ("HTTP_TIMEOUT", "soon", "timeout is not a number of seconds"),
    ("HTTP_TIMEOUT", "-1", "timeout is not from"),
    ("HTTP_TIMEOUT", "nan", "timeout is not from"), ("HTTP_TIMEOUT", "inf", "timeout is not from"),
    ("HTTP_LOOPS", "0", "loops is less than 1"), ("HTTP_LOOPS", "1.5", "loops is not a whole number"),
    ("HTTP_RETRIES_MAXIMUM_COUNT", "-1", "retries.maximumCount is less than 0"),
    ("HTTP_DECODES_CONTENT", "maybe", "decodesContent is not true or false"),
    ("HTTP_HTTP_VERSION", "4", "httpVersion is not one of 1.1, 2, 2-prior-knowledge, 3, 3-only"),
    ("HTTP_TRUST_MINIMUM_TLSVERSION", "1.0", "trust.minimumTLSVersion is not one of 1.2, 1.3"),
    ("HTTP_TRUST_INCLUDES_SYSTEM_AUTHORITIES", "false", "trust.authoritiesFile is missing"),
    ("HTTP_TRUST_CLIENT_CERTIFICATE_CHAIN_FILE", "/a", "trust.clientCertificate.privateKeyFile is missing"),
    ("HTTP_TRUST_CLIENT_CERTIFICATE_PASSPHRASE", "pw", "trust.clientCertificate.chainFile is missing"),
    ("HTTP_CREDENTIALS_USER", "me", "credentials.password is missing"),
    ("HTTP_CREDENTIALS_PASSWORD", "pw", "credentials.user is missing"),
  ])
  func `a value that cannot be used is an error with its key`(name: String, value: String, text: String) async
  {
    let error = await #expect(throws: SessionError.self) { _ = try await configuration([name: value]) }
    #expect(error?.code == .invalidConfiguration && error?.message.hasPrefix(text) == true)
  }

  @Test func `a token excludes a password`() async {
    let variables = [
      "HTTP_CREDENTIALS_BEARER_TOKEN": "t1", "HTTP_CREDENTIALS_USER": "me", "HTTP_CREDENTIALS_PASSWORD": "pw",
    ]
    let error = await #expect(throws: SessionError.self) { _ = try await configuration(variables) }
    #expect(error?.message == "credentials.bearerToken excludes a user and a password")
  }

  @Test func `secrets are read as secrets`() async throws {
    let reporter = Accesses()
    let provider = InMemoryProvider(values: ["proxy": "http://me:pw@proxy"])
    _ = try await Session.Configuration(reading: ConfigReader(provider: provider, accessReporter: reporter))
    #expect(reporter.secrets == ["proxy"])
    #expect(
      reporter.keys.contains("credentials.password")
        && reporter.keys.contains("trust.clientCertificate.passphrase"))
  }
}
