package import HTTPTypes
internal import SluiceCoding
internal import SluiceSupport

/// The target of a request: an absolute http or https URL in normal form, without user-info and fragment.
///
/// ```
/// HTTPS://me:secret@API.example:8443/a/../ü b?q=1#top
/// https             api.example:8443/%C3%BC%20b?q=1       text
/// ─────             ──────────────── ─────────────
/// origin.scheme     authority        target
/// ```
///
/// URLs are parsed, percent-encoded, normalized and compared only here, so that the result does not depend on the
/// version of libcurl. ``CurlURL`` checks that libcurl splits each URL in the same way. The rules follow RFC 3986, RFC
/// 6874 (zones) and the [URL standard](https://url.spec.whatwg.org). A URL that clients read differently is an error.
///
/// - The scheme is http or https in any case, followed by `://` and a host. Control characters are errors everywhere,
///   and so is a space before the scheme.
/// - The authority has no backslash. User-info ends at the last `@` and is percent-decoded.
/// - A name is percent-decoded once and lower-cased. It consists of letters, digits, `-`, `.`, `_`, `~` and the
///   non-ASCII characters that IDNA leaves unchanged (UTS #46). A label with one of these is written in ASCII
///   (`bücher` as `xn--bcher-kva`), as described for ``InternationalName``. No label is empty, except that one dot may
///   end the name, and is kept.
/// - A host that ends in a number is an IPv4 address of one to four decimal, octal or hexadecimal numbers (`127.1`,
///   `0x7f000001`), and becomes four decimal ones. Any other host that ends in a number is an error.
/// - An IPv6 address becomes the form that `inet_ntop` writes. Its zone follows `%25`, or `%` if no two hexadecimal
///   digits follow, and has 1 to 15 unreserved characters. `IPvFuture` is an error.
/// - A port is a number from 1 to 65535. Its leading zeros are dropped, and so is a colon without a number. A default
///   port stays in the authority if the URL has it.
/// - An empty path becomes `/`. Dot segments are removed (RFC 3986 §5.2.4), but `%2e` is data. An empty query is
///   dropped, because not every libcurl can send it.
/// - In the path and the query, escapes get upper-case digits, and a `%` that does not begin an escape becomes `%25`.
///   The characters that RFC 3986 allows there stay, and so do `[` and `]`; any other byte is percent-encoded. A space
///   is `%20` in both; `+` stays.
/// - A URL has at most 1,048,576 bytes, before and after normalization, and its host at most 65,535. Time and memory
///   are linear in its size.
package struct RequestURL: Sendable {
  /// The scheme, host and port that credentials belong to (RFC 6454), all in normal form.
  package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: String

    package var description: String { "\(scheme)://\(host):\(port)" }
  }

  /// The scheme, host and port. The port is the default of the scheme if the URL has none.
  package let origin: Origin
  /// The host, or `host:port` if there is a port in the URL.
  package let authority: String
  /// The path and the query.
  package let target: String
  /// The user and the password before the host, if one of them is not empty.
  package let userInfo: (user: String, password: String)?

  /// The whole URL. Made anew for each access.
  package var text: String { origin.scheme + "://" + authority + target }

  /// Returns the whole URL with a user, or without one if it is `nil`.
  func text(ofUser user: String?) -> String {
    guard let user else { return text }
    var escaped: [UInt8] = []
    PercentCoding.encode(
      user.utf8.span, literals: .alphanumerics.union(ASCIISet("-._~")), into: &escaped)
    return "\(origin.scheme)://\(String(decoding: escaped, as: UTF8.self))@\(authority)\(target)"
  }

  private var byteCount: Int { origin.scheme.utf8.count + 3 + authority.utf8.count + target.utf8.count }

  /// The URL without its query, which may hold secrets.
  package var redacted: String { "\(origin.scheme)://\(authority)\(path)" }

  /// The path, without the query.
  package var path: Substring { target.withoutQuery }

  /// Creates a URL from an absolute URL, or from a reference that is resolved against a base (RFC 3986 §5).
  ///
  /// - Parameters:
  ///   - reference: An absolute URL, or any reference if there is a base.
  ///   - base: An absolute URL.
  /// - Throws: A ``SessionError`` with the code `invalid-url`, whose message quotes the reference or the base without
  ///   its secrets.
  package init(_ reference: String, relativeTo base: String? = nil) throws(SessionError) {
    do {
      // Both are checked before they are merged, because dot segments could remove the errors.
      try Self.check(reference)
      if let base, Scheme(of: reference.utf8.span) == nil {
        try Self.check(base)
        try self.init(absolute: "\(URIReference(reference).resolved(against: URIReference(base)))")
      } else {
        try self.init(absolute: reference)
      }
    } catch {
      if let base, Scheme(of: reference.utf8.span) == nil { try Self.checkBase(base) }
      throw error.quoting(reference)
    }
  }

  /// Checks that a base is a URL itself.
  private static func checkBase(_ base: String) throws(SessionError) {
    do {
      try check(base)
      _ = try RequestURL(absolute: base)
    } catch {
      throw Self.error("the base URL cannot be used: \(error.message)").quoting(base)
    }
  }

  /// Creates the URL of a request.
  ///
  /// - Parameter head: The head of the request, with a scheme, an authority, and a path that begins with a slash, or no
  ///   path.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  package init(of head: HTTPRequest) throws(SessionError) {
    guard let scheme = head.scheme, let authority = head.authority else {
      throw Self.error("the request has no scheme or no authority")
    }
    // No part may extend into another.
    let path = head.path ?? "/"
    let text = scheme + "://" + authority + path
    guard ["http", "https"].contains(scheme.lowercased()) else { throw Self.otherScheme.quoting(text) }
    guard !authority.utf8.contains(where: Self.endsAuthority) else {
      throw Self.error("the request's authority has a path, a query or a fragment").quoting(text)
    }
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw Self.error("the request's path does not begin with a slash").quoting(path)
    }
    try self.init(text)
  }

  // MARK: Parsing

  private static let maximumByteCount = 1 << 20

  private enum Scheme {
    case http
    case https

    /// Reads the scheme at the beginning of a text, up to the colon.
    init?(of text: Span<UInt8>) {
      func begins(with prefix: String) -> Bool {
        let prefix = prefix.utf8.span
        guard text.count >= prefix.count else { return false }
        // The bit 0x20 lower-cases a letter. `:` has the bit; without it, it would be a control character, which
        // `check` refuses.
        for position in prefix.indices where text[position] | 0x20 != prefix[position] { return false }
        return true
      }
      if begins(with: "http:") {
        self = .http
      } else if begins(with: "https:") {
        self = .https
      } else {
        return nil
      }
    }

    var name: String { self == .http ? "http" : "https" }
    var defaultPort: String { self == .http ? "80" : "443" }
  }

  /// - Parameter text: A text without control characters.
  private init(absolute text: String) throws(SessionError) {
    let text = text.utf8.span
    guard let scheme = Scheme(of: text) else { throw Self.otherScheme }
    let start = scheme.name.utf8.count + 3
    guard start <= text.count, text[start - 2] == slash, text[start - 1] == slash else {
      throw Self.error("the URL's scheme is not followed by //")
    }
    var authorityEnd = start
    while authorityEnd < text.count, !Self.endsAuthority(text[authorityEnd]) { authorityEnd += 1 }
    let parts = try URLAuthority(text.extracting(start..<authorityEnd))
    origin = Origin(scheme: scheme.name, host: parts.host, port: parts.port ?? scheme.defaultPort)
    authority = parts.port.map { parts.host + ":" + $0 } ?? parts.host
    target = URLTarget.normalized(text.extracting(authorityEnd...))
    userInfo = parts.userInfo
    // Escapes are longer than the characters that they replace.
    guard byteCount <= Self.maximumByteCount else { throw Self.tooLong }
  }

  private init(_ origin: Origin, _ authority: String, _ target: String, _ userInfo: (String, String)?) {
    (self.origin, self.authority, self.target, self.userInfo) = (origin, authority, target, userInfo)
  }

  /// Returns the URL with another path and query, which begin with a slash, or `nil` if they are not acceptable.
  package func replacingTarget(_ target: String, _ userInfo: (user: String, password: String)?) -> RequestURL?
  {
    guard (try? Self.check(target)) != nil else { return nil }
    let url = RequestURL(origin, authority, URLTarget.normalized(target.utf8.span), userInfo)
    return url.byteCount <= Self.maximumByteCount ? url : nil
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case slash, UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func check(_ text: String) throws(SessionError) {
    let bytes = text.utf8.span
    guard bytes.count <= maximumByteCount else { throw tooLong }
    for position in bytes.indices where bytes[position] < 0x20 || bytes[position] == 0x7F {
      throw error("the URL contains a control character")
    }
    guard bytes.isEmpty || bytes[0] != UInt8(ascii: " ") else { throw error("the URL begins with a space") }
  }

  static func error(_ message: String) -> SessionError { SessionError(.invalidURL, message: message) }

  private static var otherScheme: SessionError {
    error("the URL does not begin with http:// or https://")
  }

  private static var tooLong: SessionError { error("the URL is longer than \(maximumByteCount) bytes") }
}

extension SessionError {
  /// Returns the error with a URL or reference at the end of its message, without its secrets.
  fileprivate func quoting(_ url: String) -> SessionError {
    url.isEmpty ? self : SessionError(code, message: "\(message): \(url.quotedURL)")
  }
}

private let slash = UInt8(ascii: "/")
