/// Headers of parts that parsers treat differently.
enum MultipartEdgeCases {
  static let headers = texts(
    "Content-Type: text/plain", "Content-Type: text/plain; charset=utf-16",
    "Content-Type: application/octet-stream",
    "Content-Transfer-Encoding: base64", "X-A: b", "X-A:", "X-A:   b  ", "x-a:b",
    "X-Long: " + String(repeating: "x", count: 100),
    "Content-Disposition: form-data; name=\"a\"", "Content-Disposition: form-data; name=a",
    "Content-Disposition: form-data; name=\"\"", "Content-Disposition: form-data; name=\"a\"; filename=\"\"",
    "Content-Disposition: form-data; name=\"a\"; filename=\"../b\"",
    "Content-Disposition: form-data; name=\"%22%0D%0A\"",
    "Content-Disposition: form-data; name=\"a\"; filename*=UTF-8''%e2%82%ac",
    "Content-Disposition: form-data; filename=\"b;c\"; name=\"a=b\"",
    "CONTENT-DISPOSITION: FORM-DATA; NAME=\"A\"",
    "Content-Disposition: attachment; filename=\"a\\\"b\"", "Content-Disposition: form-data; name=\"\u{e9}\"",
    "Content-Disposition: form-data", "Content-Length: 5")

  static let brokenHeaders: [[UInt8]] =
    texts(
      "Content-Length: 99999999999999999999", "Content-Length: -1", " X-Folded: b", "\tfolded", "X A: b",
      ": b", "no colon",
      "X-A : b", "X-A: \u{0}", "X-A: a\rb", "Content-Disposition: form-data; name=\"a",
      "Content-Disposition: form-data; name=\"a\"; name=\"b\"", "Content-Disposition: ;", "")
    + [[0x58, 0x3A, 0x20, 0xFF]]

  static let headerParts = texts(
    "a", ";", "; a=b", "; name=\"b\"", "; filename=\"c\"", "\"", "\\", "\\\"", "%22", "%0D%0A", "%", "=", ",",
    " ", "\t", "'",
    "\u{e9}", "*", "/")

  static let brokenHeaderParts: [[UInt8]] =
    texts("\r", "\n", "\u{0}", "\r\n", "\r\n ", "\u{1}", "\u{7f}", ":") + [[0xFF]]

  private static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
