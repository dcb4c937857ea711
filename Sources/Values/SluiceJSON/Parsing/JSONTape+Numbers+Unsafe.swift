// SAFETY: The proof of ``JSONTape`` applies: the entry of a number comes from the tape, and its digits are read
// only up to its length. A buffer is used only during the call that it is passed to.

extension JSONTape {
  /// Returns a number as an integer, or `nil` if it has a fraction other than zero or does not fit the type.
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ entry: JSONEntry, as type: T.Type) -> T? {
    // A number of 18 digits fits 64 bits.
    guard entry.kind == .integer, entry.length <= 18, isPadded(at: entry.offset) else {
      return longInteger(entry, as: type)
    }
    let start = unsafe bytes + entry.offset
    let isNegative = unsafe start[0] == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    var position = isNegative ? 1 : 0
    // The digits before the last 8 or 16.
    let first = (entry.length &- position) & 7
    if first > 0 {
      // More bytes than those of the number are readable.
      magnitude = unsafe JSONWord(at: start + position).number(ofDigits: first)
      position &+= first
    }
    while position < entry.length {
      magnitude = unsafe magnitude &* 100_000_000 &+ JSONWord(at: start + position).number(ofDigits: 8)
      position &+= 8
    }
    let value = Int64(truncatingIfNeeded: magnitude)
    return T(exactly: isNegative ? 0 &- value : value)
  }

  @inline(never)
  private func longInteger<T: FixedWidthInteger>(_ entry: JSONEntry, as type: T.Type) -> T? {
    unsafe JSONDigits(bytes(of: entry)).integer()
  }

  /// Returns the `Double` nearest to a number, or `nil` if it is infinite, or zero although the number is not.
  @inline(__always)
  func double(_ entry: JSONEntry) -> Double? {
    let text = unsafe bytes(of: entry)
    if isPadded(at: entry.offset &+ text.count), let value = unsafe JSONDigits.doubleOfFewDigits(text) {
      return value
    }
    return otherDouble(entry)
  }

  @inline(never)
  private func otherDouble(_ entry: JSONEntry) -> Double? {
    let text = unsafe bytes(of: entry)
    let isPadded = isPadded(at: entry.offset &+ text.count)
    return unsafe JSONDigits(text, isPadded: isPadded).double() ?? Self.nearest(text)
  }

  /// Returns the `Double` nearest to the number with the given text, or `nil` if it is infinite, or zero although the
  /// number is not.
  @inline(__always)
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    unsafe JSONDigits(text).double() ?? nearest(text)
  }

  /// Returns the `Float` nearest to a number, or `nil` if it is infinite, or zero although the number is not.
  func float(_ entry: JSONEntry) -> Float? {
    unsafe Self.nearest(bytes(of: entry))
  }

  @inline(never)
  private static func nearest<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> T? {
    guard let value = T(unsafe String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    let isExact = unsafe value != 0 || JSONDigits(text).isZero
    return isExact ? value : nil
  }
}
