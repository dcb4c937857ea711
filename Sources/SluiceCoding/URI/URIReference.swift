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
    var rest = text.utf8[...]
    fragment = rest.cut(from: UInt8(ascii: "#"))
    query = rest.cut(from: UInt8(ascii: "?"))
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[..<colon].isScheme {
      scheme = String(Substring(rest[..<colon]))
      rest = rest[rest.index(after: colon)...]
    } else {
      scheme = nil
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(Substring(rest[..<end]))
      rest = rest[end...]
    } else {
      authority = nil
    }
    path = String(Substring(rest))
  }

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

  /// RFC 3986 §5.2.4, by segments, so that it takes linear time.
  private static func withoutDotSegments(_ path: String) -> String {
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

extension Substring.UTF8View {
  /// RFC 3986 §3.1.
  fileprivate var isScheme: Bool {
    guard let first, Self.letters.contains(first) else { return false }
    return allSatisfy(Self.schemeCharacters.contains)
  }

  private static let letters = ASCIISet.alphanumerics.subtracting(ASCIISet("0123456789"))
  private static let schemeCharacters = ASCIISet.alphanumerics.union(ASCIISet("+-."))

  /// Cuts off what begins with the first such byte, and returns what stands behind it.
  fileprivate mutating func cut(from separator: UInt8) -> String? {
    guard let start = firstIndex(of: separator) else { return nil }
    let tail = self[index(after: start)...]
    self = self[..<start]
    return String(Substring(tail))
  }
}
