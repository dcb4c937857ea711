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
