#if Configuration
  public import Configuration
  internal import HTTPTypes
  public import SluiceSession
  public import SluiceTransport

  extension Session.Configuration {
    /// Reads a configuration.
    ///
    /// ```swift
    /// let config = ConfigReader(provider: EnvironmentVariablesProvider())
    /// let session = Session(try await .init(reading: config.scoped(to: "http")))   // HTTP_BASE_URL, HTTP_TIMEOUT, …
    /// ```
    ///
    /// A key without a value leaves the default of its property.
    ///
    /// | key | value | property of the configuration |
    /// | --- | --- | --- |
    /// | `baseURL` | text | the same |
    /// | `userAgent` | text | the field `User-Agent` of `fields` |
    /// | `connectTimeout`, `idleTimeout`, `responseTimeout`, `timeout` | seconds, or 0 for no limit | the same |
    /// | `redirects.maximumCount` | a number | `redirects` |
    /// | `redirects.allowsDowngrade` | true or false | `redirects` |
    /// | `retries.maximumCount` | a number | `retries`, which are the standard ones otherwise |
    /// | `retries.initialDelay`, `retries.maximumDelay`, `retries.maximumNetworkWait` | seconds | `retries` |
    /// | `credentials.bearerToken` | text, secret | `credentials` |
    /// | `credentials.user`, `credentials.password` | text, the latter secret | `credentials` |
    /// | `httpVersion` | `1.1`, `2`, `2-prior-knowledge`, `3`, or `3-only` | the same |
    /// | `proxy` | a URL, secret, or empty for no proxy | the same |
    /// | `unixSocketPath`, `networkInterface` | text | the same |
    /// | `trust.authoritiesFile` | a path | `trust`: the certificate authorities, besides the system's |
    /// | `trust.includesSystemAuthorities` | true or false | `trust`: whether those of the system are trusted, too |
    /// | `trust.pinnedPublicKeys` | texts | `trust` |
    /// | `trust.minimumTLSVersion` | `1.2` or `1.3` | `trust` |
    /// | `trust.clientCertificate.chainFile`, `.privateKeyFile` | paths | `trust` |
    /// | `trust.clientCertificate.passphrase` | text, secret | `trust` |
    /// | `loops`, `maximumConnections`, `maximumConnectionsPerHost` | a number | the same |
    /// | `maximumSendRate`, `maximumReceiveRate` | bytes per second | the same |
    /// | `maximumTotalSendRate`, `maximumTotalReceiveRate` | bytes per second | the same |
    /// | `maximumBodyByteCount` | bytes | the same |
    /// | `decodesContent` | true or false | the same |
    ///
    /// - Parameter config: The reader, for example of a scope.
    /// - Throws: A `SessionError` with the code `invalid-configuration`, whose message names the key, if a value has
    ///   another type, is not one of those in the table, or lacks another one that it needs. A value is never in the
    ///   message. If a provider fails, its error is the underlying one.
    public init(reading config: ConfigReader) async throws(SessionError) {
      self.init()
      let settings = Settings(config)
      baseURL = try await settings.text("baseURL") ?? baseURL
      if let userAgent = try await settings.text("userAgent") { fields[.userAgent] = userAgent }
      connectTimeout = try await settings.timeLimit("connectTimeout", default: connectTimeout)
      idleTimeout = try await settings.timeLimit("idleTimeout", default: idleTimeout)
      responseTimeout = try await settings.timeLimit("responseTimeout", default: responseTimeout)
      timeout = try await settings.timeLimit("timeout", default: timeout)
      try await redirects.read(settings.scoped(to: "redirects"))
      try await retries.read(settings.scoped(to: "retries"))
      credentials = try await settings.scoped(to: "credentials").credentials()
      httpVersion = try await settings.choice(
        "httpVersion",
        [
          "1.1": .http1, "2": .http2, "2-prior-knowledge": .http2PriorKnowledge, "3": .http3,
          "3-only": .http3Only,
        ])
      // It may contain a password.
      proxy = try await settings.text("proxy", isSecret: true)
      unixSocketPath = try await settings.text("unixSocketPath")
      networkInterface = try await settings.text("networkInterface")
      try await trust.read(settings.scoped(to: "trust"))
      loops = try await settings.number("loops", from: 1) ?? loops
      maximumConnections = try await settings.number("maximumConnections", from: 1)
      maximumConnectionsPerHost = try await settings.number("maximumConnectionsPerHost", from: 1)
      maximumSendRate = try await settings.number("maximumSendRate", from: 1).map(Int64.init)
      maximumReceiveRate = try await settings.number("maximumReceiveRate", from: 1).map(Int64.init)
      maximumTotalSendRate = try await settings.number("maximumTotalSendRate", from: 1).map(Int64.init)
      maximumTotalReceiveRate = try await settings.number("maximumTotalReceiveRate", from: 1).map(Int64.init)
      maximumBodyByteCount =
        try await settings.number("maximumBodyByteCount", from: 0) ?? maximumBodyByteCount
      decodesContent = try await settings.flag("decodesContent") ?? decodesContent
    }
  }

  extension Session.Redirects {
    fileprivate mutating func read(_ settings: Settings) async throws(SessionError) {
      maximumCount = try await settings.number("maximumCount", from: 0) ?? maximumCount
      allowsDowngrade = try await settings.flag("allowsDowngrade") ?? allowsDowngrade
    }
  }

  extension Session.RetryPolicy {
    fileprivate mutating func read(_ settings: Settings) async throws(SessionError) {
      maximumCount = try await settings.number("maximumCount", from: 0) ?? maximumCount
      initialDelay = try await settings.duration("initialDelay") ?? initialDelay
      maximumDelay = try await settings.duration("maximumDelay") ?? maximumDelay
      maximumNetworkWait = try await settings.duration("maximumNetworkWait")
    }
  }

  extension Settings {
    /// Returns the credentials, or `nil` if there are none.
    fileprivate func credentials() async throws(SessionError) -> CredentialProvider? {
      let token = try await text("bearerToken", isSecret: true)
      let user = try await text("user")
      let password = try await text("password", isSecret: true)
      switch (token, user, password) {
      case (nil, nil, nil): return nil
      case (let token?, nil, nil): return .fixed(.bearer(token))
      case (nil, let user?, let password?): return .fixed(.password(user: user, password: password))
      case (nil, nil, _): throw problem("user", "is missing")
      case (nil, _, nil): throw problem("password", "is missing")
      default: throw problem("bearerToken", "excludes a user and a password")
      }
    }
  }

  extension TransportSettings.Trust {
    fileprivate mutating func read(_ settings: Settings) async throws(SessionError) {
      let includesSystem = try await settings.flag("includesSystemAuthorities") ?? true
      if let file = try await settings.text("authoritiesFile") {
        authorities = includesSystem ? .systemAnd(.file(file)) : .only(.file(file))
      } else if !includesSystem {
        throw settings.problem("authoritiesFile", "is missing")
      }
      pinnedPublicKeys = try await settings.texts("pinnedPublicKeys") ?? pinnedPublicKeys
      minimumVersion =
        try await settings.choice("minimumTLSVersion", ["1.2": .tls12, "1.3": .tls13]) ?? minimumVersion
      clientCertificate = try await settings.scoped(to: "clientCertificate").clientCertificate()
    }
  }

  extension Settings {
    /// Returns the certificate of the client, or `nil` if there is none.
    fileprivate func clientCertificate() async throws(SessionError) -> TransportSettings.Trust
      .ClientCertificate?
    {
      let chain = try await text("chainFile")
      let privateKey = try await text("privateKeyFile")
      let passphrase = try await text("passphrase", isSecret: true)
      if chain == nil, privateKey == nil, passphrase == nil { return nil }
      guard let chain else { throw problem("chainFile", "is missing") }
      guard let privateKey else { throw problem("privateKeyFile", "is missing") }
      return .init(chain: .file(chain), privateKey: .file(privateKey), passphrase: passphrase)
    }
  }
#endif
