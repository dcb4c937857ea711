/// A scanner that passes once over the bytes of a header value, from left to right.
///
/// Every step takes constant time, or time linear in the number of bytes that it passes, so a parser that consists of
/// such steps takes linear time.
struct HeaderScanner<Bytes: BidirectionalCollection<UInt8>> where Bytes.SubSequence == Bytes {
  /// The bytes that have not been scanned yet.
  private(set) var rest: Bytes

  init(_ bytes: Bytes) {
    rest = bytes
  }

  /// Skips `byte` if it comes next.
  ///
  /// - Returns: Whether the byte was skipped.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Skips any HTTP whitespace that comes next.
  mutating func skipWhitespace() {
    rest = rest.drop(while: \.isHTTPWhitespace)
  }

  /// Collects the next bytes for which `isWanted` is true.
  mutating func collect(while isWanted: (UInt8) -> Bool) -> Bytes {
    let collected = rest.prefix(while: isWanted)
    rest = rest[collected.endIndex...]
    return collected
  }

  /// Collects the bytes before the next delimiter, or all remaining bytes if there is none.
  mutating func collect(upTo delimiter: UInt8, or other: UInt8? = nil) -> Bytes {
    let end = rest.firstIndex { $0 == delimiter || $0 == other } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Collects the content of a quoted string, or returns `nil` if `"` does not come next.
  ///
  /// This is the Fetch standard's “collect an HTTP quoted string” with *extract-value*: a backslash stands for the
  /// code point after it, or for itself at the end of the input, and a missing closing quote is accepted.
  ///
  /// - Returns: The content, and whether there is a closing quote.
  mutating func collectQuotedString() -> (content: [UInt8], isClosed: Bool)? {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    guard skip(quote) else { return nil }
    var content: [UInt8] = []
    while true {
      content += collect(upTo: quote, or: backslash)
      guard skip(backslash) else { break }
      content.append(rest.first ?? backslash)
      rest = rest.dropFirst()
    }
    return (content, skip(quote))
  }
}
