/// A URI, or a reference that a base makes one, in its five parts (RFC 3986 §3 and §4): `https://host/path?query#fragment`,
/// `users/1`, `?page=2`.
///
/// Every text is such a reference, so nothing is refused here: who connects to one checks it as strictly as it must.
///
/// ```swift
/// let base = URIReference("https://api.example.com/v1/")
/// URIReference("users/1").resolved(against: base)       // https://api.example.com/v1/users/1
/// URIReference("/users/1").resolved(against: base)      // https://api.example.com/users/1
/// ```
public struct URIReference: Sendable {
  /// What stands before the first colon, in the case it was written in.
  public let scheme: String?
  /// What follows two slashes: host, port and user-info.
  public let authority: String?
  /// Empty where there is none.
  public let path: String
  /// What stands behind the first question mark; empty is not none.
  public var query: String?
  /// What stands behind the first number sign; empty is not none.
  public let fragment: String?

  /// Takes a text apart as RFC 3986, appendix B, does.
  public init(_ text: String) {
    let bytes = text.utf8.span
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
      for position in range where bytes[position] == byte { return position }
      return nil
    }
    func part(_ range: Range<Int>) -> String {
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return String(Substring(text.utf8[start..<text.utf8.index(start, offsetBy: range.count)]))
    }
    let fragmentStart = firstIndex(of: UInt8(ascii: "#"), in: bytes.indices)
    let queryEnd = fragmentStart ?? bytes.count
    let queryStart = firstIndex(of: UInt8(ascii: "?"), in: 0..<queryEnd)
    let end = queryStart ?? queryEnd
    fragment = fragmentStart.map { part(($0 + 1)..<bytes.count) }
    query = queryStart.map { part(($0 + 1)..<queryEnd) }
    var start = 0
    if let colon = firstIndex(of: UInt8(ascii: ":"), in: 0..<end),
      Self.isScheme(bytes.extracting(first: colon))
    {
      scheme = part(0..<colon)
      start = colon + 1
    } else {
      scheme = nil
    }
    if end - start >= 2, bytes[start] == slash, bytes[start + 1] == slash {
      let pathStart = firstIndex(of: slash, in: (start + 2)..<end) ?? end
      authority = part((start + 2)..<pathStart)
      start = pathStart
    } else {
      authority = nil
    }
    path = part(start..<end)
  }

  /// RFC 3986 §3.1.
  private static func isScheme(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty, letters.contains(text[0]) else { return false }
    for position in text.indices where !schemeCharacters.contains(text[position]) { return false }
    return true
  }

  private static let letters = ASCIISet.alphanumerics.subtracting(ASCIISet("0123456789"))
  private static let schemeCharacters = ASCIISet.alphanumerics.union(ASCIISet("+-."))

  private init(scheme: String?, authority: String?, path: String, query: String?, fragment: String?) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  /// The URI that this means where `base` is the document it stands in (RFC 3986 §5.2.2, strict).
  ///
  /// All of the base's path behind its last slash gives way: `users` against `https://host/v1` is `https://host/users`,
  /// against `https://host/v1/` it is `https://host/v1/users`. A base without a scheme gives a reference again.
  public func resolved(against base: URIReference) -> URIReference {
    if scheme != nil { return with(scheme: scheme, authority: authority, path: path, query: query) }
    if authority != nil { return with(scheme: base.scheme, authority: authority, path: path, query: query) }
    if path.utf8.isEmpty {
      return URIReference(
        scheme: base.scheme, authority: base.authority, path: base.path, query: query ?? base.query,
        fragment: fragment)
    }
    let merged = path.utf8.first == UInt8(ascii: "/") ? path : base.merging(path)
    return with(scheme: base.scheme, authority: base.authority, path: merged, query: query)
  }

  private func with(scheme: String?, authority: String?, path: String, query: String?) -> URIReference {
    URIReference(
      scheme: scheme, authority: authority, path: Self.withoutDotSegments(path), query: query,
      fragment: fragment)
  }

  /// RFC 3986 §5.2.3.
  private func merging(_ relativePath: String) -> String {
    if authority != nil, path.utf8.isEmpty { return "/" + relativePath }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relativePath }
    // By bytes: to a string the slash and a combining mark behind it are one.
    return path[..<path.utf8.index(after: slash)] + relativePath
  }

  /// Returns a path without dot segments (RFC 3986 §5.2.4), in linear time.
  package static func withoutDotSegments(_ path: String) -> String {
    guard path.hasSegmentWithDot else { return path }
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var kept: [Substring.UTF8View] = []
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    for (index, segment) in segments.enumerated().dropFirst(isAbsolute ? 1 : 0) {
      let isUp = segment.elementsEqual("..".utf8)
      guard isUp || segment.elementsEqual(".".utf8) else {
        kept.append(segment)
        continue
      }
      if isUp { _ = kept.popLast() }
      // A dot at the end names a folder.
      if index == segments.count - 1 { kept.append(""[...].utf8) }
    }
    return (isAbsolute ? "/" : "") + kept.map { String(Substring($0)) }.joined(separator: "/")
  }
}

extension URIReference {
  /// Adds to the query, behind an `&` where there is one already. An empty text adds nothing, no `?` either.
  ///
  /// - Parameter text: escaped already, such as what ``QueryEncoder`` makes.
  public mutating func appendQuery(_ text: String) {
    query = Self.joinQueries(query, text)
  }

  /// Two queries as one; nil where there is none.
  package static func joinQueries(_ first: String?, _ second: String) -> String? {
    guard !second.utf8.isEmpty else { return first }
    guard let first, let last = first.utf8.last else { return second }
    return first + (last == UInt8(ascii: "&") ? "" : "&") + second
  }
}

extension URIReference: CustomStringConvertible {
  /// The parts put together again (RFC 3986 §5.3).
  public var description: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let authority {
      text += "//\(authority)"
    } else if path.utf8.starts(with: "//".utf8) {
      // Or the path's beginning would be read as an authority.
      text += "/."
    }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }
}

extension String {
  /// Whether a segment begins with a dot; a path without one has no dot segments.
  fileprivate var hasSegmentWithDot: Bool {
    let bytes = utf8.span
    var last = UInt8(ascii: "/")
    for position in bytes.indices {
      if bytes[position] == UInt8(ascii: "."), last == UInt8(ascii: "/") { return true }
      last = bytes[position]
    }
    return false
  }
}

private let slash = UInt8(ascii: "/")
