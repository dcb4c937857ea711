internal import SluiceSupport

extension String {
  /// The last segment of a URL's path, decoded; empty if it has none.
  var lastPathSegment: String {
    let url = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segments = url.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // The first three are the scheme, nothing, and the host.
    guard segments.count > 3, let segment = segments.last else { return "" }
    var name: [UInt8] = []
    PercentCoding.decode(Array(segment).span, into: &name)
    return String(decoding: name, as: UTF8.self)
  }
}
