/// The bits of a string itself, without the characters that it may point to.
///
/// Two strings of the same bits are the same text while one of them is there: they hold the same characters, or point to
/// the same memory, which nobody changes as long as it has two owners. Strings of other bits may be the same, too.
struct JSONStringBits: Equatable {
  private let words: (UInt64, UInt64)

  @inline(__always)
  init(_ text: String) {
    // A string is two words; the compiler refuses a cast to what is larger or smaller. They are compared, never followed.
    words = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
  }

  @inline(__always)
  static func == (left: JSONStringBits, right: JSONStringBits) -> Bool {
    left.words.0 == right.words.0 && left.words.1 == right.words.1
  }
}
