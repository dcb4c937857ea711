internal import Sluice
internal import SluiceSupport

/// Returns a `Content-Disposition` with the name of a file (RFC 6266).
///
/// A name with other characters than printable ASCII, or with a quotation mark, a backslash or a percent sign, has the
/// form of RFC 8187: `attachment; filename*=UTF-8''h%C3%A9.txt`.
func attachment(named name: String) -> String {
  let isPlain = name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && !#""\%"#.utf8.contains($0) }
  if isPlain { return "attachment; filename=\"\(name)\"" }
  var bytes: [UInt8] = []
  PercentCoding.encode(name.utf8.span, literals: .alphanumerics.union(ASCIISet("-._~")), into: &bytes)
  return "attachment; filename*=UTF-8''\(String(decoding: bytes, as: UTF8.self))"
}

extension String {
  /// The last segment of a URL's path, decoded; empty if it has none.
  var lastPathSegment: String {
    let url = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segments = url.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // The first three are the scheme, nothing, and the host.
    guard segments.count > 3, let segment = segments.last else { return "" }
    var name: [UInt8] = []
    PercentCoding.decode(Array(segment).span, into: &name)
    return String(legacy: name.span)
  }
}
