public import SluiceBody

/// The settings of libcurl that all exchanges of a session share, and their types.
///
/// A program sets them in `Session.Configuration`.
public final class TransportSettings: Sendable {
  /// The settings as `Session.Configuration` has them, resolved for libcurl.
  package struct Values: Sendable {
    package var connectTimeout: Duration?
    package var maximumSendRate: Int64?
    package var maximumReceiveRate: Int64?
    package var maximumTotalSendRate: Int64?
    package var maximumTotalReceiveRate: Int64?
    package var loops = 1
    package var connectionLimits = ConnectionLimits()
    package var httpVersion: HTTPVersion?
    package var proxy: String?
    package var unixSocketPath: String?
    package var networkInterface: String?
    /// The address overrides in libcurl's form.
    package var addressOverrides: [String] = []
    package var trust = Trust()
    package var netrc: Netrc?
    /// The cookies, or `nil` if the session keeps none.
    package var cookies: CookieStore?

    package init() {}
  }

  package let values: Values

  package init(_ values: Values) { self.values = values }

  /// Whether a response is known to be that of the server that the URL names, so that it is the same for all sessions.
  ///
  /// A Unix-domain socket takes the place of the URL's host. Over TLS, the server proves its name, unless certificates
  /// are not verified. Without TLS, an address of the caller's or a proxy can be any server.
  func identifiesServer(of url: RequestURL) -> Bool {
    guard values.unixSocketPath == nil else { return false }
    if url.origin.scheme == "https" {
      if case .insecure = values.trust.authorities { return false }
      return true
    }
    let start = "\(url.origin.host):\(url.origin.port):"
    return values.proxy.map { $0.isEmpty } ?? !Self.environmentHasProxy
      && !values.addressOverrides.contains { $0.hasPrefix(start) }
  }

  /// Whether the environment names a proxy for plain HTTP, which libcurl uses unless `no_proxy` excepts the host.
  private static let environmentHasProxy = ProxyInUse.variables(for: "http").contains {
    CurlLibrary.variable($0)?.isEmpty == false
  }
}

extension TransportSettings {
  /// A version of HTTP.
  public enum HTTPVersion: Sendable {
    /// HTTP/1.1.
    case http1
    /// HTTP/2 if negotiated in TLS, whatever the body's size. With libcurl 8.5.0, each exchange has its own connection.
    case http2
    /// HTTP/2 without negotiation, over TLS or not, for servers that are known to support it (RFC 9113 §3.3). With
    /// libcurl before 8.0.0 and with 8.5.0, each exchange has its own connection.
    case http2PriorKnowledge
    /// HTTP/3 ([RFC 9114](https://www.rfc-editor.org/rfc/rfc9114)) for URLs with `https`, or what `.http2` selects if
    /// the server does not respond over QUIC, or a proxy or a Unix-domain socket is used.
    ///
    /// Needs libcurl 8.14.0 or later with HTTP/3. Otherwise, requests fail with the code `unsupported-library`.
    case http3
    /// HTTP/3 without a fallback. URLs with `http` are refused with the code `invalid-url`.
    case http3Only
  }

  /// The priority of a request.
  ///
  /// Of the requests to one origin that wait for a connection, those with a higher priority are sent first. A priority
  /// other than `.normal` is sent to servers in the field `Priority`
  /// ([RFC 9218 §5](https://www.rfc-editor.org/rfc/rfc9218#section-5)), unless the request has one.
  public enum Priority: Sendable, CaseIterable {
    /// The priority of work that can wait, such as prefetching. The urgency is 5.
    case low
    /// The default. The urgency is 3, which servers assume without the field.
    case normal
    /// The priority of what the user looks at. The urgency is 1.
    case high
  }

  /// The file with user names and passwords for hosts, in the format of `ftp` and `curl`. Hosts are in ASCII, such as
  /// `xn--bcher-kva.example`.
  public enum Netrc: Sendable {
    /// `.netrc` in the home folder.
    case home
    /// The file at the given path. The thread that runs the transfers reads it: a FIFO stops all of them until a
    /// process writes to it.
    case file(any FilePathConvertible)
  }

  /// Addresses to connect to for a host and port, instead of looking up the host's name.
  ///
  /// URLs, fields and the verification of certificates still use the name.
  ///
  /// ```swift
  /// configuration.addressOverrides = [.init(host: "api.example.com", port: 443, addresses: ["127.0.0.1"])]
  /// ```
  public struct AddressOverride: Sendable, Hashable {
    /// The host's name, as in the URL.
    public var host: String
    /// The port.
    public var port: UInt16
    /// Numeric IPv4 or IPv6 addresses. The first one that accepts the connection is used.
    public var addresses: [String]

    /// Creates an override for a host and port.
    public init(host: String, port: UInt16, addresses: [String]) {
      self.host = host
      self.port = port
      self.addresses = addresses
    }

    /// The host as in the normal form of URLs, or as it is if it cannot be one.
    package var normalHost: String { (try? RequestURL("http://\(host)/").origin.host) ?? host }

    /// The override in libcurl's form: `host:port:address,address`.
    package var curlText: String {
      let addresses = addresses.map {
        $0.utf8.contains(UInt8(ascii: ":")) && !$0.hasPrefix("[") ? "[\($0)]" : $0
      }
      return "\(normalHost):\(port):\(addresses.joined(separator: ","))"
    }
  }
}

/// The maximum number of connections that are open at once, in total and per host, or `nil` for no limit. At least 1.
package struct ConnectionLimits: Equatable {
  var total: Int?
  var perHost: Int?

  package init(total: Int? = nil, perHost: Int? = nil) {
    self.total = total.map { max($0, 1) }
    self.perHost = perHost.map { max($0, 1) }
  }

  /// Returns the limits of each of several loops, which add up to these.
  ///
  /// - Parameter count: The number of loops. The result has fewer if not all of them would get a connection, but at
  ///   least one, and at most 128.
  func divided(by count: Int) -> [ConnectionLimits] {
    let count = max(1, min(count, total ?? .max, 128))
    return (0..<count).map { index in
      ConnectionLimits(total: total.map { $0 / count + (index < $0 % count ? 1 : 0) }, perHost: perHost)
    }
  }
}

extension TransportSettings.HTTPVersion {
  /// The feature of libcurl without which a session cannot use the version, or `nil` if there is a fallback.
  var need: CurlLibrary.Need? {
    switch self {
    case .http2PriorKnowledge: .http2
    case .http3, .http3Only: .http3
    case .http1, .http2: nil
    }
  }
}

extension TransportSettings.Netrc {
  /// The path of the file.
  package var path: String {
    switch self {
    case .home: (CurlLibrary.variable("HOME") ?? "") + "/.netrc"
    case .file(let path): path._filePath
    }
  }
}
