internal import SluiceSupport

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
