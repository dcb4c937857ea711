#if AsyncHTTPClient
  public import AsyncHTTPClient
  public import SluiceSession
  internal import SluiceTransport

  /// A transport that sends the requests of a session with AsyncHTTPClient instead of libcurl.
  ///
  /// ```swift
  /// var settings = HTTPClient.Configuration()
  /// settings.redirectConfiguration = .disallow
  /// let client = HTTPClient(configuration: settings)
  /// let session = try Session(.init(baseURL: "https://api.example.com/v1/"), transport: .asyncHTTPClient(client))
  /// ```
  ///
  /// Everything that Sluice itself does runs above the client: middleware, default fields, credentials, redirects,
  /// retries, time limits, progress, suspension, content codings, decoding, downloads and monitors. The client keeps
  /// the connections, with its own settings for TLS, proxies, name lookups and the time for connecting. A body is sent
  /// without waiting for 100 (Continue), interim responses are not reported, and of the measurements of an exchange,
  /// those of the connection are zero. HTTP Digest fails with the code `failed`.
  ///
  /// If a server responds with success and closes the connection before the whole body was sent, the client reports it
  /// with the next bytes of the body, so that an exchange whose source waits lasts until then.
  ///
  /// Several sessions can share a client. It must not be shut down before them, and they do not shut it down.
  public struct AsyncHTTPClientTransport: Sendable {
    let client: HTTPClient

    /// Returns a transport over a client.
    ///
    /// - Parameter client: The client. It must not follow redirects or decode content codings itself: its configuration
    ///   has the redirects `.disallow`, and decompression `.disabled`, which is the default.
    public static func asyncHTTPClient(_ client: HTTPClient) -> AsyncHTTPClientTransport {
      AsyncHTTPClientTransport(client: client)
    }
  }

  extension Session {
    /// Creates a session that sends its requests with a client of another package.
    ///
    /// - Parameters:
    ///   - configuration: The settings of all requests. Defaults to `Configuration()`.
    ///   - transport: The transport, such as `.asyncHTTPClient(client)`.
    /// - Throws: A ``SessionError`` with the code `invalid-configuration`, whose message names what the transport
    ///   cannot do: a setting that only libcurl applies, such as `proxy`, `cookies` or `trust.pinnedPublicKeys`, or a
    ///   client that follows redirects or decodes content codings.
    public convenience init(
      _ configuration: Configuration = Configuration(), transport: AsyncHTTPClientTransport
    ) throws {
      if let setting = configuration.settingsOfCurl.first {
        throw SessionError(.invalidConfiguration, message: "AsyncHTTPClient does not apply \(setting)")
      }
      try transport.client.checkConfiguration()
      let client = transport.client
      self.init(
        configuration, transport: TaskTransport("AsyncHTTPClient") { try await $0.carryOut(with: client) },
        library: "async-http-client")
    }
  }

  extension HTTPClient {
    /// Checks that the client leaves redirects and content codings to the session.
    ///
    /// The client does not publish its configuration, so it is looked up by reflection. If a later version has no such
    /// property, nothing is checked here, and a redirect that the client has followed fails the exchange.
    ///
    /// - Throws: A ``SessionError`` with the code `invalid-configuration`.
    fileprivate func checkConfiguration() throws(SessionError) {
      guard let configuration = Mirror(reflecting: self).descendant("configuration") as? Configuration else {
        return
      }
      if let mode = Mirror(reflecting: configuration.redirectConfiguration).descendant("mode"),
        "\(mode)" != "disallow"
      {
        throw SessionError.followsRedirects
      }
      if case .disabled = configuration.decompression { return }
      throw SessionError(
        .invalidConfiguration, message: "the client's decompression is not .disabled, but the session decodes"
      )
    }
  }

  extension SessionError {
    static let followsRedirects = SessionError(
      .invalidConfiguration,
      message: "the client's redirectConfiguration is not .disallow, but the session follows redirects")
  }
#endif
