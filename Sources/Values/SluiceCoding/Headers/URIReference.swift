internal import SluiceSupport

/// A URI, or a reference relative to a base URI, in its five parts (RFC 3986 §3 and §4):
/// `https://host/path?query#fragment`, `users/1`, `?page=2`.
///
/// Any text is a valid reference, so no text is refused. Code that connects to a URI has to validate it.
///
/// ```swift
/// let base = URIReference("https://api.example.com/v1/")
/// URIReference("users/1").resolved(against: base)       // https://api.example.com/v1/users/1
/// URIReference("/users/1").resolved(against: base)      // https://api.example.com/users/1
/// ```
package struct URIReference: Sendable {
  /// The part before the first colon, in its original case. `nil` if missing.
  package let scheme: String?
  /// The part after two slashes: user information, host and port. `nil` if missing.
  package let authority: String?
  /// The path. Empty if missing.
  package let path: String
  /// The part after the first question mark, or `nil` if there is none. It is empty if nothing follows the mark.
  package var query: String?
  /// The part after the first number sign. `nil` if there is no number sign, and empty if nothing follows it.
  package let fragment: String?

  /// Splits text into its parts, as in RFC 3986, appendix B.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) {
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
    if let colon = Self.schemeEnd(of: bytes.extracting(first: end)) {
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

  /// Returns the position of the colon after a scheme (RFC 3986 §3.1), or `nil` if the text does not begin with one.
  static func schemeEnd(of text: Span<UInt8>) -> Int? {
    guard !text.isEmpty, letters.contains(text[0]) else { return nil }
    for position in text.indices where !schemeCharacters.contains(text[position]) {
      return text[position] == UInt8(ascii: ":") ? position : nil
    }
    return nil
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

  /// Returns the URI that this reference stands for in a document at `base` (RFC 3986 §5.2.2, strict).
  ///
  /// The reference replaces everything after the last slash of the base's path: `users` against `https://host/v1` is
  /// `https://host/users`, and against `https://host/v1/` it is `https://host/v1/users`. If the base has no scheme
  /// and the reference has none either, the result is a relative reference again.
  ///
  /// - Complexity: O(*n*) in the length of both.
  package func resolved(against base: URIReference) -> URIReference {
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

  /// Returns the path merged with a relative path (RFC 3986 §5.2.3).
  private func merging(_ relativePath: String) -> String {
    if authority != nil, path.utf8.isEmpty { return "/" + relativePath }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relativePath }
    // Compares bytes: a slash and a combining mark after it would be one character.
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
      // A dot segment at the end stands for a folder, so the path keeps its last slash.
      if index == segments.count - 1 { kept.append(""[...].utf8) }
    }
    return (isAbsolute ? "/" : "") + kept.map { String(Substring($0)) }.joined(separator: "/")
  }
}

extension URIReference {
  /// Appends to the query, after an `&` if there already is a query. An empty text changes nothing, and adds no `?`.
  ///
  /// - Parameter text: The text in its escaped form, such as the output of ``Query/Encoder``.
  package mutating func appendQuery(_ text: String) {
    query = Self.joinQueries(query, text)
  }

  /// Returns two queries joined with `&`, or `nil` if there is no first query and the second one is empty.
  package static func joinQueries(_ first: String?, _ second: String) -> String? {
    guard !second.utf8.isEmpty else { return first }
    guard let first, let last = first.utf8.last else { return second }
    return first + (last == UInt8(ascii: "&") ? "" : "&") + second
  }
}

extension URIReference: Hashable {
  /// Returns whether all parts are equal, byte for byte. Nothing is normalized: `HTTP:` and `http:` differ, as do `?`
  /// and no query.
  ///
  /// - Complexity: O(*n*) in the length of both.
  package static func == (left: URIReference, right: URIReference) -> Bool {
    left.exactParts == right.exactParts
  }

  /// Hashes the bytes of the parts, by which references are compared.
  package func hash(into hasher: inout Hasher) { hasher.combine(exactParts) }

  private var exactParts: [ExactString?] {
    [scheme, authority, path, query, fragment].map { $0.map(ExactString.init) }
  }
}

extension URIReference: CustomStringConvertible {
  /// The reference as text, joined from its parts (RFC 3986 §5.3).
  package var description: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let authority {
      text += "//\(authority)"
    } else if path.utf8.starts(with: "//".utf8) {
      // Otherwise, the start of the path would be read as an authority.
      text += "/."
    } else if scheme == nil, Self.schemeEnd(of: path.utf8.span) != nil {
      // Otherwise, the start of the path would be read as a scheme (§4.2).
      text += "./"
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

extension String {
  /// The part of a URL, or of a path with a query, before its query and fragment, which may hold secrets.
  package var withoutQuery: Substring {
    // Compares bytes: a delimiter and a combining mark after it would be one character.
    Substring(utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }
}

extension URIReference {
  /// Returns the text of a reference in a field. If its bytes are not UTF-8, those beyond ASCII are percent-encoded one
  /// by one, because their encoding is unknown: `/x%F8`.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var escaped: [UInt8] = []
    PercentCoding.encode(bytes.span, literals: .all, into: &escaped)
    return String(decoding: escaped, as: UTF8.self)
  }
}
