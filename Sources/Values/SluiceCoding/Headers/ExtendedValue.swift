internal import SluiceSupport

/// A parameter value with a charset and a language, such as `UTF-8'en'%e2%82%ac%20rates` (RFC 8187 §3.2.1).
struct ExtendedValue {
  private enum Charset { case utf8, latin1 }

  private let charset: Charset
  private let bytes: [UInt8]

  /// Parses a value. The result is `nil` if the value has another form, or a charset other than UTF-8 and ISO 8859-1,
  /// which RFC 5987 allowed. Some servers write `utf8` for UTF-8.
  init?(_ text: String) {
    var scanner = HeaderScanner(Array(text.utf8)[...])
    let quote = UInt8(ascii: "'")
    switch String(decoding: scanner.collect(upTo: quote), as: UTF8.self).lowercased() {
    case "utf-8", "utf8": charset = .utf8
    case "iso-8859-1": charset = .latin1
    default: return nil
    }
    guard scanner.skip(quote) else { return nil }
    _ = scanner.collect(upTo: quote)
    guard scanner.skip(quote), scanner.rest.allSatisfy(Self.isAllowed) else { return nil }
    var decoded: [UInt8] = []
    guard PercentCoding.decode(Array(scanner.rest).span, into: &decoded) == nil else { return nil }
    bytes = decoded
  }

  /// The text, or `nil` if the bytes are not UTF-8 although the charset says so, or contain a NUL, CR or LF.
  var text: String? {
    guard !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) else {
      return nil
    }
    return switch charset {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .latin1: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// Whether the byte is RFC 8187's `attr-char` or the percent sign of an escape.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isHTTPToken && byte != UInt8(ascii: "*") && byte != UInt8(ascii: "'")
  }
}
