/// The 16 or 17 digits of an integer in words, which are written with a decimal point between them.
///
/// Most computed numbers have that many digits. Writing the digits and moving some of them afterwards takes longer,
/// because the processor cannot load a block from several stores before they are complete.
struct JSONDigitWords {
  /// The number of digits.
  let count: Int
  /// The first eight digits.
  private let start: UInt64
  /// The eight digits before the last eight.
  private let middle: JSONWord
  private let last: JSONWord

  /// Creates the words of an integer.
  ///
  /// - Returns: `nil` if `value` has fewer digits.
  /// - Precondition: `value` has at most 17 digits.
  @inline(__always)
  init?(of value: UInt64) {
    guard value >= 1_000_000_000_000_000 else { return nil }
    let (upper, lower) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let (first, inner) = upper.quotientAndRemainder(dividingBy: 100_000_000)
    middle = JSONWord(digitsOf: inner)
    last = JSONWord(digitsOf: lower)
    let hasFirst = first > 0
    count = hasFirst ? 17 : 16
    start = hasFirst ? first | UInt64(UInt8(ascii: "0")) | middle.bits << 8 : middle.bits
  }

  /// Writes the digits with a point before the digit at `point`.
  ///
  /// - Precondition: `point` is from 1 to 7, and 18 bytes are writable at `target`.
  @inline(__always)
  func store(at target: UnsafeMutablePointer<UInt8>, pointAt point: Int) {
    // SAFETY: There are 16 or 17 digits, and the words end one place after them.
    // First, each digit is written one place after its own, then the first eight again, with the point between them.
    unsafe middle.store(at: target + (count - 15))
    unsafe last.store(at: target + (count - 7))
    let shift = UInt64(point * 8)
    let before = start & (1 << shift - 1)
    let after = ((start >> shift) << shift) << 8
    unsafe JSONWord(bits: before | UInt64(UInt8(ascii: ".")) << shift | after).store(at: target)
  }
}
