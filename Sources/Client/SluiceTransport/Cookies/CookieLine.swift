/// A cookie as a line in the Netscape format:
///
/// ```
///  #HttpOnly_.example.com⇥TRUE⇥/⇥TRUE⇥1893456000⇥id⇥1
///  HTTP only, domain       subdomains, path, secure, expiry or 0, name, value
/// ```
package struct CookieLine: Sendable {
  /// What precedes the domain of a cookie that is for HTTP only.
  static let httpOnlyPrefix = Array("#HttpOnly_".utf8)

  /// The domain without the leading dot that means its subdomains, too.
  package let domain: ArraySlice<UInt8>
  package let includesSubdomains: Bool
  package let path: ArraySlice<UInt8>
  package let isSecure: Bool
  /// The time in seconds since 1970, or `nil` for a session cookie.
  package let expiry: Int64?
  package let name: ArraySlice<UInt8>
  package let value: ArraySlice<UInt8>
  package let isHTTPOnly: Bool

  /// Parses a line, or returns `nil` if it has no seven fields.
  init?(_ line: [UInt8]) {
    let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 6, omittingEmptySubsequences: false)
    guard fields.count == 7, let expiry = Int64(String(decoding: fields[4], as: UTF8.self)) else {
      return nil
    }
    isHTTPOnly = fields[0].starts(with: Self.httpOnlyPrefix)
    var domain = fields[0].dropFirst(isHTTPOnly ? Self.httpOnlyPrefix.count : 0)
    if domain.first == UInt8(ascii: ".") { domain.removeFirst() }
    self.domain = domain
    includesSubdomains = fields[1].elementsEqual("TRUE".utf8)
    isSecure = fields[3].elementsEqual("TRUE".utf8)
    self.expiry = expiry == 0 ? nil : expiry
    (path, name, value) = (fields[2], fields[5], fields[6])
  }

  /// Whether another cookie replaces this one (RFC 6265 §5.3), whatever its value.
  func isSame(as other: CookieLine) -> Bool {
    name == other.name && path == other.path && domain == other.domain
      && includesSubdomains == other.includesSubdomains
  }

  /// The line of a cookie that replaces this one and has expired.
  var expired: [UInt8] {
    let fields: [ArraySlice<UInt8>] = [
      (includesSubdomains ? [UInt8(ascii: ".")] : []) + domain, Self.text(includesSubdomains), path,
      Self.text(isSecure), [UInt8(ascii: "1")], name, [],
    ]
    return Array(fields.joined(separator: [UInt8(ascii: "\t")]))
  }

  private static func text(_ value: Bool) -> ArraySlice<UInt8> { ArraySlice((value ? "TRUE" : "FALSE").utf8) }
}
