public import FoundationEssentials
internal import SluiceTransport

extension Session {
  /// A cookie that the session keeps (RFC 6265), as ``Configuration/cookies`` says.
  ///
  /// ```swift
  /// if session.cookies().contains(where: { $0.name == "id" }) { print("logged in") }
  /// ```
  public struct Cookie: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value, which may be a secret.
    public let value: String
    /// The host that has set the cookie, or the domain whose hosts receive it.
    public let domain: String
    /// Whether the hosts below the domain receive the cookie, too.
    public let includesSubdomains: Bool
    /// The path below which it is sent, such as `/`.
    public let path: String
    /// The time at which it expires, or `nil` if it ends with the session.
    public let expires: Date?
    /// Whether it is sent over https only.
    public let isSecure: Bool
    /// Whether scripts in browsers must not see it.
    public let isHTTPOnly: Bool
  }

  /// Returns the cookies that the session keeps and that have not expired, in no particular order.
  ///
  /// A response whose head has arrived has set its cookies. Without ``Configuration/cookies``, there are none. Those of
  /// a file are read when the session begins.
  ///
  /// - Complexity: O(*n*) for *n* cookies.
  public func cookies() -> [Cookie] { keptCookies(at: .now).map(\.cookie) }

  /// Removes cookies that the session keeps, and waits until their file, if there is one, does not have them any more.
  ///
  /// ```swift
  /// await session.removeCookies { $0.domain.hasSuffix("example.com") }
  /// ```
  ///
  /// Requests that have been sent may still have them, and their responses may set them again.
  ///
  /// - Parameter isRemoved: Returns whether a cookie is removed.
  nonisolated(nonsending) public func removeCookies(where isRemoved: (Cookie) -> Bool) async {
    guard let store = runner.settings.transport.values.cookies else { return }
    let lines = keptCookies(at: .now).filter { isRemoved($0.cookie) }.map(\.line)
    guard !lines.isEmpty else { return }
    store.remove(lines)
    await store.save()
  }

  private func keptCookies(at now: Date) -> [(line: CookieLine, cookie: Cookie)] {
    (runner.settings.transport.values.cookies?.cookieLines ?? []).compactMap { line in
      let cookie = Cookie(line)
      return cookie.expires.map { $0 <= now } == true ? nil : (line, cookie)
    }
  }
}

extension Session.Cookie: CustomStringConvertible, CustomReflectable {
  /// The name, the domain and the path, without the value.
  public var description: String { "\(name) (\(domain)\(path))" }

  /// A mirror without children, so that printing the value shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }

  fileprivate init(_ line: CookieLine) {
    (name, value) = (String(decoding: line.name, as: UTF8.self), String(decoding: line.value, as: UTF8.self))
    (domain, path) = (
      String(decoding: line.domain, as: UTF8.self), String(decoding: line.path, as: UTF8.self)
    )
    includesSubdomains = line.includesSubdomains
    expires = line.expiry.map { Date(timeIntervalSince1970: TimeInterval($0)) }
    (isSecure, isHTTPOnly) = (line.isSecure, line.isHTTPOnly)
  }
}
