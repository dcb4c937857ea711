internal import SluiceErrors

/// The proxy that libcurl uses for requests to an origin, and where it is set. Messages name it, because a program may
/// not know of a proxy in its environment.
package struct ProxyInUse: Equatable {
  /// The scheme, host and port, without user and password, such as `http://127.0.0.1:3128`.
  let url: String
  /// The environment variable that has set it, or `nil` if the configuration has.
  let variable: String?

  /// Returns `nil` if no proxy is used.
  ///
  /// - Parameters:
  ///   - origin: The origin.
  ///   - settings: The settings of the session.
  ///   - value: Returns the value of an environment variable. Defaults to that of the process.
  init?(
    for origin: RequestURL.Origin, _ settings: TransportSettings.Values,
    variable value: (String) -> String? = CurlLibrary.variable
  ) {
    if settings.unixSocketPath != nil { return nil }
    if let proxy = settings.proxy {
      if proxy.isEmpty { return nil }
      (url, variable) = (Self.withoutUser(proxy), nil)
      return
    }
    guard let name = Self.variables(for: origin.scheme).first(where: { value($0)?.isEmpty == false }),
      let proxy = value(name),
      !Self.isExcepted(origin.host, by: value("no_proxy") ?? value("NO_PROXY") ?? "")
    else { return nil }
    (url, variable) = (Self.withoutUser(proxy), name)
  }

  /// The environment variables that may name the proxy for URLs of a scheme, in the order in which libcurl reads them.
  package static func variables(for scheme: String) -> [String] {
    // libcurl ignores HTTP_PROXY, which a CGI program gets from the client.
    (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
  }

  private static func withoutUser(_ proxy: String) -> String {
    let parts = proxy.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts.count == 2 ? parts[0] : "http"
    let authority = (parts.last ?? "").prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return "\(scheme)://\(host)"
  }

  /// Whether `no_proxy` excepts a host: it names the host or a domain of it, or has all hosts as `*`. An address counts
  /// as excepted if there are networks in the list.
  private static func isExcepted(_ host: String, by list: String) -> Bool {
    let isAddress = host.first.map { $0.isNumber || $0 == "[" } ?? false
    return list == "*"
      || list.split { $0 == "," || $0 == " " }.contains { entry in
        if entry.contains("/") { return isAddress }
        let name = (entry.first == "." ? entry.dropFirst() : entry).lowercased()
        return host == name || host.hasSuffix(".\(name)")
      }
  }
}

extension SessionError {
  /// The codes of errors of which a proxy may be the reason.
  private static let codesOfProxies: Set<ErrorCode> = [
    .unknownHost, .connectionFailed, .connectionLost, .timedOut, .proxyRefused, .tlsFailed, .invalidResponse,
  ]

  /// Returns the error with the proxy in its message, if there is one that may be the reason.
  func with(_ proxy: ProxyInUse?) -> SessionError {
    guard let proxy, Self.codesOfProxies.contains(code) else { return self }
    return adding("by way of the proxy \(proxy.url) of \(proxy.variable ?? "the configuration")")
  }
}
