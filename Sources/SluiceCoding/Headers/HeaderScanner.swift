/// Walks once, from left to right, over the bytes of a header value, and collects what its grammar is made of.
///
/// Every step takes constant time or time in the bytes that it passes, so a parser built from them is linear.
struct HeaderScanner<Bytes: BidirectionalCollection<UInt8>> where Bytes.SubSequence == Bytes {
  /// What has not been scanned yet.
  private(set) var rest: Bytes

  init(_ bytes: Bytes) {
    rest = bytes
  }

  /// Passes over `byte` if it comes next, and says whether it did.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Passes over any HTTP whitespace that comes next.
  mutating func skipWhitespace() {
    rest = rest.drop(while: \.isHTTPWhitespace)
  }

  /// Collects the bytes that come next and are all of a kind.
  mutating func collect(while isWanted: (UInt8) -> Bool) -> Bytes {
    let collected = rest.prefix(while: isWanted)
    rest = rest[collected.endIndex...]
    return collected
  }

  /// Collects the bytes before the next delimiter, or all that are left.
  mutating func collect(upTo delimiter: UInt8, or other: UInt8? = nil) -> Bytes {
    let end = rest.firstIndex { $0 == delimiter || $0 == other } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Collects the content of a quoted string, or `nil` if no `"` comes next.
  ///
  /// This is the Fetch standard's "collect an HTTP quoted string" with *extract-value*: a backslash stands for
  /// the code point after it, or for itself at the end of the input; a missing closing quote is forgiven.
  mutating func collectQuotedString() -> [UInt8]? {
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
    _ = skip(quote)
    return content
  }
}
