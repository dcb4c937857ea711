/// A scanner that passes once over the bytes of a header value, from left to right.
///
/// Every step takes constant time, or time linear in the number of bytes that it passes, so a parser that consists of
/// such steps takes linear time.
@usableFromInline package struct HeaderScanner<Bytes: BidirectionalCollection<UInt8>>
where Bytes.SubSequence == Bytes {
  @usableFromInline let bytes: Bytes
  /// The index of the first byte that has not been scanned yet.
  @usableFromInline package internal(set) var position: Bytes.Index

  @inlinable package init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The bytes that have not been scanned yet.
  @inlinable package var rest: Bytes { bytes[position...] }

  /// The next byte, or `nil` at the end.
  @inlinable package var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Skips `byte` if it comes next.
  ///
  /// - Returns: Whether the byte was skipped.
  @inlinable package mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    bytes.formIndex(after: &position)
    return true
  }

  /// Skips the next bytes for which `isUnwanted` is true.
  @inlinable package mutating func skip(while isUnwanted: (UInt8) -> Bool) {
    while let next, isUnwanted(next) { bytes.formIndex(after: &position) }
  }

  /// Skips any HTTP whitespace that comes next.
  @inlinable package mutating func skipWhitespace() {
    skip(while: \.isHTTPWhitespace)
  }

  /// Collects the next bytes for which `isWanted` is true.
  @inlinable package mutating func collect(while isWanted: (UInt8) -> Bool) -> Bytes {
    let start = position
    skip(while: isWanted)
    return bytes[start..<position]
  }

  /// Collects the bytes before the next delimiter, or all remaining bytes if there is none.
  @inlinable package mutating func collect(upTo delimiter: UInt8, or other: UInt8? = nil) -> Bytes {
    collect { $0 != delimiter && $0 != other }
  }

  /// Collects the content of a quoted string, or returns `nil` if `"` does not come next.
  ///
  /// This is the Fetch standard's “collect an HTTP quoted string” with *extract-value*: a backslash stands for the
  /// code point after it, or for itself at the end of the input, and a missing closing quote is accepted.
  ///
  /// - Returns: The content, and whether there is a closing quote.
  @inlinable package mutating func collectQuotedString() -> (content: [UInt8], isClosed: Bool)? {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    guard skip(quote) else { return nil }
    var content: [UInt8] = []
    while true {
      content += collect(upTo: quote, or: backslash)
      guard skip(backslash) else { break }
      guard let next else {
        content.append(backslash)
        break
      }
      content.append(next)
      bytes.formIndex(after: &position)
    }
    return (content, skip(quote))
  }
}

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

/// The parts of a header line, which are divided by its first colon (RFC 9112 §5).
///
/// The caller decides which names and values are allowed:
///
/// ```
/// Content-Language:  de, en
/// '------name----'   '-value-'
/// ```
package struct HeaderLine {
  /// The range of the name: everything before the colon.
  package let name: Range<Int>
  /// The range of the value, without the blanks around it.
  package let value: Range<Int>

  /// Divides a line without its line break. The result is `nil` if the line has no colon.
  package init?(_ line: Span<UInt8>) {
    guard let colon = line.indices.first(where: { line[$0] == UInt8(ascii: ":") }) else { return nil }
    name = 0..<colon
    value = line.rangeWithoutBlanks(from: colon + 1)
  }
}

extension Span<UInt8> {
  /// Returns the range of the bytes from `start` on, without the blanks around them.
  package func rangeWithoutBlanks(from start: Int) -> Range<Int> {
    var (start, end) = (start, count)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
