/// The characters of a string of at most 15 bytes, which are in the two words of the string itself.
///
///     first word           second word
///     a b c d e f g h      i j k l m n o  0xEF
///
/// The upper half of the last byte says that the string is short, and the lower half is the number of bytes.
struct JSONShortString {
  /// The characters, in the order of the memory. The last byte is not one of them.
  let words: SIMD2<UInt64>
  /// The number of bytes of the characters.
  let count: Int

  /// Creates a reference to the characters of a string, or returns `nil` if they are elsewhere.
  @inline(__always)
  init?(_ text: String) {
    // The compiler evaluates the first condition.
    let (first, second) = Self.words(of: text)
    guard Self.isKnownForm, second & 1 << 61 != 0 else { return nil }
    words = SIMD2(first, second)
    count = Int(truncatingIfNeeded: second &>> 56) & 15
  }

  /// Returns the string of up to 15 ASCII characters, or `nil` if this version of Swift stores them in another form.
  ///
  /// - Parameters:
  ///   - first: The first eight characters, padded with zeros.
  ///   - second: The other characters, padded with zeros.
  ///   - count: The number of characters.
  @inline(__always)
  static func text(_ first: JSONWord, _ second: JSONWord, count: Int) -> String? {
    guard isKnownForm else { return nil }
    let form = (0xE0 | UInt64(truncatingIfNeeded: count)) << 56
    var words = (first.bits, second.bits | form)
    // SAFETY: The words of a short string contain all of it, and neither is a pointer. Its form was just compared.
    // The string is moved out of them, because a cast would retain it.
    return unsafe withUnsafeMutableBytes(of: &words) {
      unsafe $0.assumingMemoryBound(to: String.self).moveElement(from: 0)
    }
  }

  /// Whether this version of Swift stores the characters in the documented form.
  @inline(__always)
  private static var isKnownForm: Bool {
    let (empty, full) = (words(of: ""), words(of: "short form, 15b"))
    return empty == (0, 0xE0 << 56) && full == (0x6F66_2074_726F_6873, 0xEF62_3531_202C_6D72)
  }

  @inline(__always)
  private static func words(of text: String) -> (UInt64, UInt64) {
    // SAFETY: A string has the size of two words; a cast between different sizes does not compile. The words are never
    // used as pointers.
    unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
  }
}
