internal import SluiceSupport

/// A strict parser of values that consist of a token and parameters (RFC 9110 §5.6.6).
struct HeaderParameterList {
  /// The meaning of a backslash in a quoted string.
  enum Backslashes {
    /// It stands for the character after it.
    case escape
    /// Before a quotation mark, it stands for that. Two in a row stand for themselves, as does any other.
    case escapeQuotes
    /// It stands for itself.
    case literal
  }

  private var scanner: HeaderScanner<ArraySlice<UInt8>>
  private let profile: ContentDisposition.Profile
  private let backslashes: Backslashes

  init(_ bytes: [UInt8], as profile: ContentDisposition.Profile, backslashes: Backslashes) {
    scanner = HeaderScanner(bytes[...])
    self.profile = profile
    self.backslashes = backslashes
    skipBlanks()
  }

  private var offset: Int { scanner.position }

  /// Reads a token, and returns it in lower case.
  ///
  /// - Throws: ``HeaderError`` with this code if there is no token.
  mutating func readName(orElse code: ErrorCode) throws(HeaderError) -> String {
    let token = try readToken(orElse: code)
    let text = String(decoding: token, as: UTF8.self)
    return token.allSatisfy { $0.asciiLowercased == $0 } ? text : text.lowercased()
  }

  private mutating func readToken(orElse code: ErrorCode) throws(HeaderError) -> ArraySlice<UInt8> {
    let token = scanner.collect(while: \.isHTTPToken)
    guard !token.isEmpty else { throw HeaderError(code: code, byteOffset: offset) }
    return token
  }

  /// Reads the next parameter and its byte offset, or returns `nil` at the end.
  ///
  /// Empty parameters, and blanks around a semicolon or `=`, are skipped.
  mutating func next() throws(HeaderError) -> (HeaderParameter, offset: Int)? {
    while true {
      skipBlanks()
      if scanner.next == nil { return nil }
      guard scanner.skip(UInt8(ascii: ";")) else { throw malformed }
      skipBlanks()
      if let next = scanner.next, next != UInt8(ascii: ";") { break }
    }
    let start = offset
    let name = try readName(orElse: .malformedParameter)
    skipBlanks()
    guard scanner.skip(UInt8(ascii: "=")) else { throw malformed }
    skipBlanks()
    return (HeaderParameter(name: name, value: try readValue(of: name)), start)
  }

  private mutating func readValue(of name: String) throws(HeaderError) -> String {
    guard scanner.skip(UInt8(ascii: "\"")) else {
      return String(decoding: try readToken(orElse: .malformedParameter), as: UTF8.self)
    }
    var content = collectLiteral()
    while !scanner.skip(UInt8(ascii: "\"")) {
      guard scanner.skip(UInt8(ascii: "\\")) else { throw malformed }
      content += try readEscaped()
      content += collectLiteral()
    }
    if profile != .http, name == "name" || name == "filename" { content = Self.unescaped(content) }
    return String(legacy: content.span)
  }

  /// Collects the bytes of a quoted string that stand for themselves.
  private mutating func collectLiteral() -> ArraySlice<UInt8> {
    scanner.collect { [profile] in
      profile.allowsInQuotes($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }

  /// Returns what a backslash that was just read stands for, and skips the character that it escapes.
  private mutating func readEscaped() throws(HeaderError) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    switch backslashes {
    case .escape:
      guard let escaped = scanner.next, profile.allowsInQuotes(escaped) else { throw malformed }
      _ = scanner.skip(escaped)
      return [escaped]
    case .escapeQuotes:
      if scanner.skip(UInt8(ascii: "\"")) { return [UInt8(ascii: "\"")] }
      return scanner.skip(backslash) ? [backslash, backslash] : [backslash]
    case .literal:
      return [backslash]
    }
  }

  /// Decodes the HTML standard's escapes, which are in upper case.
  private static func unescaped(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard content.contains(UInt8(ascii: "%")) else { return content }
    var result: ArraySlice<UInt8> = []
    var rest = content
    while let byte = rest.first {
      let character: UInt8? =
        if byte != UInt8(ascii: "%") {
          nil
        } else if rest.starts(with: "%22".utf8) {
          UInt8(ascii: "\"")
        } else if rest.starts(with: "%0D".utf8) {
          UInt8(ascii: "\r")
        } else if rest.starts(with: "%0A".utf8) {
          UInt8(ascii: "\n")
        } else {
          nil
        }
      result.append(character ?? byte)
      rest = rest.dropFirst(character == nil ? 1 : 3)
    }
    return result
  }

  private mutating func skipBlanks() {
    scanner.skip(while: \.isBlank)
  }

  private var malformed: HeaderError { HeaderError(code: .malformedParameter, byteOffset: offset) }
}

extension UInt8 {
  /// Whether the byte is a space or a tab (RFC 9110's OWS).
  @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Substring.UTF8View {
  /// The bytes without blanks at both ends.
  package var trimmingBlanks: Substring.UTF8View {
    var bytes = drop(while: \.isBlank)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    return bytes
  }
}

extension ContentDisposition.Profile {
  /// Whether the byte may occur in a quoted string.
  ///
  /// All bytes of UTF-8 beyond ASCII may. In forms, so may all control characters except NUL, CR and LF, because
  /// browsers send them.
  fileprivate func allowsInQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, UInt8(ascii: "\r"), UInt8(ascii: "\n"): false
    case UInt8(ascii: "\t"): true
    default: self != .http || byte >= 0x20 && byte != 0x7F
    }
  }
}

/// A parameter of a header field, such as the `charset=utf-8` of a `Content-Type`.
public struct HeaderParameter: Sendable, Hashable {
  /// The name, in lower case.
  public let name: String

  /// The value, without any quotes and backslashes with which it was written.
  public let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HeaderParameter: CustomStringConvertible {
  /// The parameter as `name=value`, with the value in quotes if it is empty or not a token (RFC 9110 §5.6.6).
  public var description: String {
    value.utf8.isHTTPToken ? "\(name)=\(value)" : "\(name)=\(value.httpQuoted)"
  }
}

extension String {
  /// The text as an HTTP quoted string, with a `\` before each `"` and `\`.
  fileprivate var httpQuoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    quoted.append("\"")
    return quoted
  }
}

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
