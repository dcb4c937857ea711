internal import SluiceBody
internal import SluiceCoding
internal import SluiceSupport

/// The parts of a URL between `//` and the path: `user:password@host:port`.
struct URLAuthority {
  /// The user and the password, percent-decoded, or `nil` if both are empty or missing.
  let userInfo: (user: String, password: String)?
  /// The host in normal form. An IPv6 address includes its brackets and its zone.
  let host: String
  /// The port, a decimal number from 1 to 65535, or `nil` if there is none.
  let port: String?

  /// Parses an authority.
  ///
  /// - Parameter text: UTF-8 without control characters.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  init(_ text: Span<UInt8>) throws(SessionError) {
    var start = 0
    for position in text.indices {
      switch text[position] {
      case UInt8(ascii: "@"): start = position + 1
      case UInt8(ascii: "\\"): throw RequestURL.error("the URL has a backslash before its path")
      default: continue
      }
    }
    userInfo = start == 0 ? nil : try Self.userInfo(text.extracting(first: start - 1))
    let rest = text.extracting(start...)
    let end: Int
    if rest.isEmpty || rest[0] != UInt8(ascii: "[") {
      end = rest.firstIndex(of: UInt8(ascii: ":"), from: 0) ?? rest.count
      host = try URLHost.name(rest.extracting(first: end))
    } else {
      guard let bracket = rest.firstIndex(of: UInt8(ascii: "]"), from: 0) else {
        throw RequestURL.error("the bracket before the URL's IPv6 address is not closed")
      }
      end = bracket + 1
      host = try URLHost.address(rest.extracting(1..<bracket))
    }
    guard host.utf8.count <= Self.maximumHostByteCount else {
      throw RequestURL.error("the URL's host is longer than \(Self.maximumHostByteCount) bytes")
    }
    port = try Self.port(rest.extracting(droppingFirst: end))
  }

  /// The longest host that libcurl takes.
  private static let maximumHostByteCount = 65_535

  /// Parses the user-info. Characters that HTTP Basic does not allow are errors (RFC 7617 §2).
  private static func userInfo(
    _ text: Span<UInt8>
  ) throws(SessionError) -> (user: String, password: String)? {
    let colon = text.firstIndex(of: UInt8(ascii: ":"), from: 0) ?? text.count
    guard let user = decoded(text.extracting(first: colon)),
      let password = decoded(text.extracting(droppingFirst: colon + 1))
    else { throw RequestURL.error("the URL's user or password is not UTF-8, or has a control character") }
    return user.isEmpty && password.isEmpty ? nil : (user, password)
  }

  private static func decoded(_ text: Span<UInt8>) -> String? {
    var bytes: [UInt8] = []
    PercentCoding.decode(text, into: &bytes)
    guard !bytes.contains(where: ASCIISet.controls.contains) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// - Parameter text: The text after the host: empty, or a colon and digits.
  private static func port(_ text: Span<UInt8>) throws(SessionError) -> String? {
    guard !text.isEmpty else { return nil }
    guard text[0] == UInt8(ascii: ":") else {
      throw RequestURL.error("the URL's IPv6 address is not followed by a colon or a slash")
    }
    guard text.count > 1 else { return nil }
    var number = 0
    for position in 1..<text.count {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[position] else { throw invalidPort }
      number = 10 * number + Int(text[position] - UInt8(ascii: "0"))
      guard number <= 65535 else { throw invalidPort }
    }
    guard number > 0 else { throw invalidPort }
    return String(number)
  }

  private static var invalidPort: SessionError {
    RequestURL.error("the URL's port is not a number from 1 to 65535")
  }
}

/// The normal form of a URL's path and query.
enum URLTarget {
  /// The characters that RFC 3986 allows in a path or a query, and two brackets, which browsers leave unchanged.
  private static let literals = ASCIISet.alphanumerics.union(ASCIISet("-._~!$&'()*+,;=:@/?[]"))

  /// Returns a path and a query, percent-encoded and without dot segments.
  ///
  /// - Parameter text: The text after the authority: empty, or beginning with `/`, `?` or `#`.
  static func normalized(_ text: Span<UInt8>) -> String {
    if isNormal(text) { return String(repairing: text) }
    let text = text.extracting(first: text.firstIndex(of: UInt8(ascii: "#"), from: 0) ?? text.count)
    let end = text.firstIndex(of: UInt8(ascii: "?"), from: 0) ?? text.count
    let path =
      end == 0 ? "/" : URIReference.withoutDotSegments(String(repairing: text.extracting(first: end)))
    let query = text.extracting(droppingFirst: end + 1)
    var output: [UInt8] = []
    PercentCoding.normalize(path.utf8.span, literals: literals, into: &output)
    if !query.isEmpty {
      output.append(UInt8(ascii: "?"))
      PercentCoding.normalize(query, literals: literals, into: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a text is in normal form, judged by a fast check that suffices for most: no escapes, and no dot after a
  /// slash.
  private static func isNormal(_ bytes: Span<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes[0] == UInt8(ascii: "/") else { return false }
    let literals = literals
    var last: UInt8 = 0
    for position in bytes.indices {
      let byte = bytes[position]
      guard literals.contains(byte), byte != UInt8(ascii: ".") || last != UInt8(ascii: "/") else {
        return false
      }
      last = byte
    }
    return last != UInt8(ascii: "?")
  }
}

extension String {
  /// The text as errors quote it: its control and format characters are escaped, and it ends with `…` after 100
  /// characters.
  package var quoted: String {
    let text = String(unicodeScalars.prefix(100)).escapingControls
    return unicodeScalars.dropFirst(100).isEmpty ? text : text + "…"
  }

  /// The text of a malformed URL or reference as errors quote it, without what may be secret in any reading of it:
  /// everything before an `@`, the query, and the fragment.
  ///
  /// ```
  /// ftp://me:pw@host/path?token=1      ftp://(hidden)@host/path
  /// http://me:p?w@host/                http://(hidden)
  /// ```
  package var quotedURL: String {
    let path = withoutQuery
    let slashes = "://".utf8
    var scheme = ""
    if let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: slashes) {
      scheme = self[..<colon].quoted + "://"
    }
    let at = UInt8(ascii: "@")
    // The query of one reading is the password of another.
    if utf8.dropFirst(path.utf8.count).contains(at) { return scheme + "(hidden)" }
    guard let end = path.utf8.lastIndex(of: at) else { return String(path).quoted }
    return scheme + "(hidden)" + String(path[end...]).quoted
  }
}

extension Substring {
  fileprivate var quoted: String { String(self).quoted }
}
