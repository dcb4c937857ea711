/// The character classes of header values, with the names of the WHATWG MIME Sniffing and Fetch standards.
///
/// Each is a property of a single UTF-8 byte. All delimiters are ASCII, and the only class that goes beyond ASCII can
/// be decided byte by byte, so header values are scanned without decoding them.
extension UInt8 {
  /// The byte, or its lower-case letter if it is an ASCII letter.
  @inlinable package var asciiLowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }

  /// Whether the byte is an HTTP token code point (RFC 9110 §5.6.2, `tchar`).
  @inlinable package var isHTTPToken: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  /// Whether the byte is part of an HTTP quoted-string token code point: tab, U+0020 to U+007E, or U+0080 to U+00FF.
  ///
  /// In UTF-8, the lead bytes of U+0080 to U+00FF are 0xC2 and 0xC3. Any code point above has a greater one.
  var isHTTPQuotedStringToken: Bool {
    switch self {
    case UInt8(ascii: "\t"), 0x20...0x7E, 0x80...0xC3: true
    default: false
    }
  }

  /// Whether the byte is HTTP whitespace: tab, line feed, carriage return or space.
  @inlinable package var isHTTPWhitespace: Bool {
    switch self {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "): true
    default: false
    }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes are a token: at least one, and all of them HTTP token code points.
  @inlinable package var isHTTPToken: Bool {
    !isEmpty && allSatisfy(\.isHTTPToken)
  }
}

extension BidirectionalCollection<UInt8> {
  /// Returns the bytes up to and including the last one that is not HTTP whitespace.
  func trimmingTrailingHTTPWhitespace() -> SubSequence {
    guard let last = lastIndex(where: { !$0.isHTTPWhitespace }) else { return self[endIndex...] }
    return self[...last]
  }
}
