/// The bits of a string value, without the characters that it may refer to.
///
/// Two strings with the same bits are equal as long as one of them is retained: they hold the same characters inline,
/// or refer to the same memory, which is not mutated while it has two owners. Strings with different bits may also be
/// equal.
struct JSONStringBits: Equatable {
  private let words: (UInt64, UInt64)

  @inline(__always)
  init(_ text: String) {
    // SAFETY: A string has the size of two words; a cast between different sizes does not compile. The words are only
    // compared, never used as pointers.
    words = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
  }

  @inline(__always)
  static func == (left: JSONStringBits, right: JSONStringBits) -> Bool {
    left.words.0 == right.words.0 && left.words.1 == right.words.1
  }
}
