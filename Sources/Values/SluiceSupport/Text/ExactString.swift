/// A string that is compared, ordered and hashed by its UTF-8 bytes.
///
/// Swift compares and hashes strings by canonical equivalence. For text from outside, this has two drawbacks:
/// different names can be equal, and a long run of combining marks takes time quadratic in its length.
package struct ExactString: Hashable, Comparable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    let (left, right) = (left.text.utf8.span, right.text.utf8.span)
    guard left.count == right.count else { return false }
    for position in left.indices where left[position] != right[position] { return false }
    return true
  }

  package static func < (left: ExactString, right: ExactString) -> Bool {
    let (left, right) = (left.text.utf8.span, right.text.utf8.span)
    for position in 0..<min(left.count, right.count) where left[position] != right[position] {
      return left[position] < right[position]
    }
    return left.count < right.count
  }

  package func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span
    var word: UInt64 = 0
    for position in bytes.indices {
      word = word << 8 | UInt64(bytes[position])
      if position % 8 == 7 { hasher.combine(word) }
    }
    if bytes.count % 8 != 0 { hasher.combine(word) }
    hasher.combine(bytes.count)
  }
}

extension Span<UInt8> {
  /// Returns whether other bytes are the same.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for position in indices where self[position] != other[position] { return false }
    return true
  }
}
