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
