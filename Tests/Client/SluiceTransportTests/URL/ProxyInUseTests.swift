import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// The proxy that messages name, as libcurl chooses it.
@Suite(.timeLimit(.minutes(1))) struct ProxyInUseTests {
  private static func proxy(
    of url: String, _ variables: [String: String], configured: String? = nil, socket: String? = nil
  ) throws -> ProxyInUse? {
    var settings = TransportSettings.Values()
    (settings.proxy, settings.unixSocketPath) = (configured, socket)
    return ProxyInUse(for: try RequestURL(url).origin, settings) { variables[$0] }
  }

  @Test(
    arguments: [
      "http": ("http://a.example/", ["http_proxy": "http://p:1"], "http://p:1 of http_proxy"),
      "http in capitals, which libcurl ignores": ("http://a.example/", ["HTTP_PROXY": "http://p:1"], nil),
      "https": ("https://a.example/", ["https_proxy": "http://p:1"], "http://p:1 of https_proxy"),
      "https in capitals": ("https://a.example/", ["HTTPS_PROXY": "http://p:1"], "http://p:1 of HTTPS_PROXY"),
      "another scheme": ("https://a.example/", ["http_proxy": "http://p:1"], nil),
      "all": ("https://a.example/", ["all_proxy": "socks5h://p:1/"], "socks5h://p:1 of all_proxy"),
      "an empty variable": (
        "http://a.example/", ["http_proxy": "", "ALL_PROXY": "p:1"], "http://p:1 of ALL_PROXY"
      ),
      "a user": ("http://a.example/", ["http_proxy": "http://bob:se@cret@p:1/x"], "http://p:1 of http_proxy"),
      "an exception": ("http://a.example/", ["http_proxy": "p:1", "no_proxy": "b.example, a.example"], nil),
      "a domain": ("http://a.example/", ["http_proxy": "p:1", "NO_PROXY": ".Example"], nil),
      "another domain": (
        "http://a.example/", ["http_proxy": "p:1", "no_proxy": "ample"], "http://p:1 of http_proxy"
      ),
      "no proxy for any host": ("http://a.example/", ["http_proxy": "p:1", "no_proxy": "*"], nil),
      "networks, for an address": ("http://10.1.2.3/", ["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], nil),
      "networks, for a name": (
        "http://a.example/", ["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://p:1 of http_proxy"
      ),
    ] as NamedCases<(url: String, variables: [String: String], expected: String?)>)
  func `a message names the proxy and where it is set`(
    _ test: NamedCase<(url: String, variables: [String: String], expected: String?)>
  ) throws {
    let error = SessionError(.connectionFailed, message: "refused")
      .with(try Self.proxy(of: test.value.url, test.value.variables))
    let expected = test.value.expected.map { "refused, by way of the proxy \($0)" } ?? "refused"
    #expect(error.message == expected)
  }

  @Test func `the configuration takes precedence over the environment`() throws {
    let variables = ["http_proxy": "http://p:1"]
    let url = "http://a.example/"
    let own = try Self.proxy(of: url, variables, configured: "https://bob:secret@q:2")
    #expect(own?.url == "https://q:2" && own?.variable == nil)
    #expect(try Self.proxy(of: url, variables, configured: "") == nil)
    #expect(try Self.proxy(of: url, variables, socket: "/run/s") == nil)
  }

  @Test func `errors that have nothing to do with a proxy do not name it`() throws {
    let proxy = try Self.proxy(of: "http://a.example/", ["http_proxy": "p:1"])
    #expect(proxy != nil)
    #expect(SessionError(.invalidURL, message: "x").with(proxy).message == "x")
  }
}
