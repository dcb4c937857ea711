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
