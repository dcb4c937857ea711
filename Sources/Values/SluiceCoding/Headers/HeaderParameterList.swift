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
  mutating func readName(orElse code: HeaderError.Code) throws(HeaderError) -> String {
    let token = try readToken(orElse: code)
    let text = String(decoding: token, as: UTF8.self)
    return token.allSatisfy { $0.asciiLowercased == $0 } ? text : text.lowercased()
  }

  private mutating func readToken(orElse code: HeaderError.Code) throws(HeaderError) -> ArraySlice<UInt8> {
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
