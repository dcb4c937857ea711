internal import HTTPTypes
internal import SluiceBody

extension HTTPField.Name {
  /// Creates a name from the bytes of a line, or `nil` if they are not a name (RFC 9110 §5.1).
  ///
  /// Names that most responses have are found in a table, which is faster than to check and to lower-case them.
  init?(_ name: Span<UInt8>) {
    if let common = CommonNames.shared.name(of: name) {
      self = common
    } else {
      self.init(String(repairing: name))
    }
  }
}

/// The names of common fields, as most servers write them over HTTP/1.1 and HTTP/2.
private struct CommonNames {
  static let shared = CommonNames()

  /// The names of each length, and their bytes in a row.
  private var names: [[HTTPField.Name]] = []
  private var bytes: [[UInt8]] = []

  private init() {
    for text in Self.all + Self.all.map({ $0.lowercased() }) {
      guard let name = HTTPField.Name(text) else { continue }
      let count = text.utf8.count
      while names.count <= count {
        names.append([])
        bytes.append([])
      }
      names[count].append(name)
      bytes[count] += text.utf8
    }
  }

  func name(of text: Span<UInt8>) -> HTTPField.Name? {
    guard text.count < names.count else { return nil }
    let row = bytes[text.count]
    let bytes = row.span
    var start = 0
    while start < bytes.count {
      var position = 0
      while position < text.count, text[position] == bytes[start + position] { position += 1 }
      if position == text.count { return names[text.count][start / text.count] }
      start += text.count
    }
    return nil
  }

  private static let all = [
    "Accept-Ranges", "Access-Control-Allow-Origin", "Age", "Allow", "Alt-Svc", "Cache-Control", "Connection",
    "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Range",
    "Content-Security-Policy", "Content-Type", "Date", "ETag", "Expires", "Keep-Alive", "Last-Modified",
    "Link",
    "Location", "Referrer-Policy", "Retry-After", "Server", "Set-Cookie", "Strict-Transport-Security",
    "Transfer-Encoding", "Vary", "Via", "X-Content-Type-Options", "X-Frame-Options", "X-Powered-By",
    "X-Request-Id",
  ]
}
