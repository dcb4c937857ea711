internal import SluiceBody
internal import SluiceCoding
internal import SluiceSupport

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
