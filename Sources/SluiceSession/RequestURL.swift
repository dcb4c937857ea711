internal import HTTPTypes
internal import SluiceCoding

/// Where a request goes: an absolute http or https URL, without user-info and fragment.
package struct RequestURL: Sendable {
  /// What credentials belong to: scheme, host and port (RFC 6454).
  package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: String

    package var description: String { "\(scheme)://\(host):\(port)" }
  }

  package let origin: Origin
  /// `host` or `host:port`, as it was written.
  package let authority: String
  /// Path and query.
  package let target: String
  /// What stood before the host.
  package let userInfo: (user: String, password: String)?

  package var text: String { "\(origin.scheme)://\(authority)\(target)" }

  /// The URL without its query, which may hold secrets.
  var redacted: String { "\(origin.scheme)://\(authority)\(path)" }

  var path: Substring { target.withoutQuery }

  /// - Parameters:
  ///   - reference: an absolute URL, or with a base a reference to be resolved against it (RFC 3986 §5).
  ///   - base: an absolute URL.
  package init(_ reference: String, relativeTo base: String? = nil) throws(SessionError) {
    if let plain = Self.plain(reference) ?? base.flatMap({ Self.plain(reference, relativeTo: $0) }) {
      self = plain
    } else {
      try self.init(
        parsing: base.map { "\(URIReference(reference).resolved(against: URIReference($0)))" } ?? reference)
    }
  }

  /// - Parameter text: an absolute URL.
  package init(parsing text: String) throws(SessionError) {
    let url = try CurlURL(text)
    guard let scheme = url.scheme?.lowercased(), var host = url.host?.lowercased(), let port = url.port,
      scheme == "http" || scheme == "https"
    else { throw SessionError(.invalidURL, message: "the URL's scheme is neither http nor https") }
    // libcurl would decode it once more when it connects, and go to another host than this one.
    if host.utf8.contains(UInt8(ascii: "%")) {
      throw SessionError(.invalidURL, message: "the URL's host has a percent sign in it")
    }
    // A host that was percent-encoded may be an address in a form that is told for one only now that it is decoded.
    if !Self.isName(host[...].utf8), text.utf8.contains(UInt8(ascii: "%")) {
      host = try CurlURL("\(scheme)://\(host)").host ?? host
    }
    // libcurl tells it apart, and the address alone is another place.
    if let zone = url.zone {
      guard zone.utf8.allSatisfy(Self.zoneCharacters.contains) else {
        throw SessionError(.invalidURL, message: "the zone of the URL's address cannot be used")
      }
      host = "\(host.dropLast())%25\(zone)]"
    }
    origin = Origin(scheme: scheme, host: host, port: port)
    authority = host + (url.explicitPort.map { ":\($0)" } ?? "")
    target = (url.path ?? "/") + (url.query.map { "?\($0)" } ?? "")
    userInfo = url.user.map { ($0, url.password ?? "") }
  }

  private static let zoneCharacters = ASCIISet.alphanumerics.union(ASCIISet("-._~"))

  /// - Parameter head: has scheme and authority, and a path that begins with a slash or none.
  init(of head: HTTPRequest) throws(SessionError) {
    guard let scheme = head.scheme, let authority = head.authority else {
      throw SessionError(.invalidURL, message: "the request has no scheme or no authority")
    }
    let path = head.path ?? "/"
    // Any other would become a part of the authority.
    guard path.hasPrefix("/") else {
      throw SessionError(.invalidURL, message: "the request's path does not begin with a slash")
    }
    if let plain = Self.plain(scheme: scheme[...], authority: authority[...], target: path[...]) {
      self = plain
    } else {
      try self.init(parsing: "\(scheme)://\(authority)\(path)")
    }
  }
}
