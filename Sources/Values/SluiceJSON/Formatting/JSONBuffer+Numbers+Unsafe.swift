internal import CScan

/// The conversion of numbers to text.
///
/// SAFETY: The methods write whole words, some of whose bytes they do not keep. Each one reserves room for all bytes
/// that it may write.
extension JSONBuffer {
  /// Appends an integer of any type.
  @inline(__always)
  func appendInteger<T: FixedWidthInteger>(_ value: T) {
    guard T.bitWidth <= 64 else { return append(value.description) }
    unsafe append(room: Self.integerRoom) { unsafe Self.writeInteger(value, at: $0) }
  }

  /// Appends an integer of a type of at most 64 bits.
  @inlinable @inline(__always)
  func append(integer value: Int64) { count = write(value, at: count) }

  /// Appends an integer of a type of at most 64 bits.
  @inlinable @inline(__always)
  func append(integer value: UInt64) { count = write(value, at: count) }

  /// Writes an integer at the end.
  ///
  /// The number of bytes is a parameter and a result, so that the processor does not wait for it to be stored and
  /// loaded.
  ///
  /// - Parameters:
  ///   - value: The integer.
  ///   - end: The present number of bytes.
  /// - Returns: The number of bytes including those of the integer.
  @usableFromInline @inline(never)
  func write(_ value: Int64, at end: Int) -> Int { writeInteger(value, at: end) }

  @usableFromInline @inline(never)
  func write(_ value: UInt64, at end: Int) -> Int { writeInteger(value, at: end) }

  @inline(__always)
  private func writeInteger<T: FixedWidthInteger>(_ value: T, at end: Int) -> Int {
    reserve(Self.integerRoom, at: end)
    return unsafe end &+ Self.writeInteger(value, at: start + end)
  }

  /// Appends an array of integers of at most 64 bits.
  ///
  /// Memory is reserved for several integers at once.
  @inline(__always)
  func appendArray<T: FixedWidthInteger>(of integers: borrowing Span<T>) {
    append(UInt8(ascii: "["))
    var index = 0
    while index < integers.count {
      let end = min(index &+ 16, integers.count)
      unsafe append(room: (end &- index) &* Self.integerRoom) { start in
        var target = unsafe start
        while index < end {
          unsafe target += Self.writeInteger(integers[index], at: target)
          unsafe target[0] = UInt8(ascii: ",")
          unsafe target += 1
          index &+= 1
        }
        return unsafe target - start
      }
    }
    // The bracket replaces the last comma.
    if !integers.isEmpty { count &-= 1 }
    append(UInt8(ascii: "]"))
  }

  /// The room for a sign, the digits of an integer, which are written in words, and a comma.
  private static let integerRoom = 32

  /// Writes an integer and returns the number of its bytes.
  ///
  /// - Precondition: 25 bytes are writable at `target`, and the type has at most 64 bits.
  @inline(__always)
  private static func writeInteger<T: FixedWidthInteger>(
    _ value: T, at target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard T.isSigned else { return unsafe writeDigits(of: UInt64(truncatingIfNeeded: value), at: target) }
    // The first digit replaces the sign of a number that has none.
    unsafe target[0] = UInt8(ascii: "-")
    let sign = value < 0 ? 1 : 0
    return unsafe sign &+ writeDigits(of: UInt64(truncatingIfNeeded: value.magnitude), at: target + sign)
  }

  /// Appends the shortest text that converts back to `value`.
  ///
  /// The text is Swift's description of the number, without the fraction `.0`.
  func appendShortest(_ value: Double) {
    guard let decimal = JSONShortestDouble(value.magnitude) else { return appendDescription(value) }
    if value < 0 { append(UInt8(ascii: "-")) }
    unsafe append(room: 64) { target in
      if let words = JSONDigitWords(of: decimal.digits), (1...7).contains(words.count + decimal.exponent) {
        unsafe words.store(at: target, pointAt: words.count + decimal.exponent)
        return words.count + 1
      }
      let count = unsafe Self.writeDigits(of: decimal.digits, at: target)
      // The position of the decimal point relative to the first digit.
      let point = count + decimal.exponent
      if value.magnitude > 0x1p53 || point < -3 {
        return unsafe Self.writeExponent(point - 1, after: count, at: target)
      }
      if decimal.exponent >= 0 {
        for index in count..<point { unsafe target[index] = UInt8(ascii: "0") }
        return point
      }
      if point > 0 {
        unsafe Self.writePoint(at: target + point)
        return count + 1
      }
      let zeros = 2 - point
      unsafe Self.move(target, by: zeros)
      for index in 0..<zeros { unsafe target[index] = UInt8(ascii: "0") }
      unsafe target[1] = UInt8(ascii: ".")
      return count + zeros
    }
  }

  /// Appends Swift's description of a floating-point number of any type, without the fraction `.0`.
  @inline(never)
  func appendDescription<T: BinaryFloatingPoint & CustomStringConvertible>(_ value: T) {
    var text = value.description
    text.withUTF8 { text in
      var length = text.count
      if length > 2, unsafe text[length - 1] == UInt8(ascii: "0"),
        unsafe text[length - 2] == UInt8(ascii: ".")
      {
        length -= 2
      }
      unsafe append(UnsafeBufferPointer(rebasing: text[..<length]))
    }
  }

  /// Writes the decimal digits of an integer and returns their number.
  ///
  /// - Precondition: 24 bytes are writable at `target`.
  @inline(__always)
  private static func writeDigits(of value: UInt64, at target: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 1000 { return unsafe writeFewDigits(of: value, at: target) }
    let (upper, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
    guard upper > 0 else { return unsafe writeFirstDigits(of: last, at: target) }
    var count: Int
    if upper < 1000 {
      count = unsafe writeFewDigits(of: upper, at: target)
    } else {
      let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      if first > 0 {
        count = unsafe writeFirstDigits(of: first, at: target)
        unsafe JSONWord(digitsOf: middle).store(at: target + count)
        count &+= 8
      } else {
        count = unsafe writeFirstDigits(of: middle, at: target)
      }
    }
    unsafe JSONWord(digitsOf: last).store(at: target + count)
    return count &+ 8
  }

  /// Writes the digits of a number below 1000, as most integers are.
  @inline(__always)
  private static func writeFewDigits(of value: UInt64, at target: UnsafeMutablePointer<UInt8>) -> Int {
    let digits = sluice_table_digits(value)
    unsafe JSONWord(bits: UInt64(digits)).store(at: target)
    return Int(digits &>> 24)
  }

  /// Writes the digits of a number below 10⁸.
  @inline(__always)
  private static func writeFirstDigits(of value: UInt64, at target: UnsafeMutablePointer<UInt8>) -> Int {
    let word = JSONWord(digitsOf: value)
    // Zero is written as a single digit.
    let zeros = min(word.leadingZeros, 7)
    unsafe word.dropping(zeros).store(at: target)
    return 8 &- zeros
  }

  /// Completes a number in scientific notation.
  ///
  /// A point is inserted after the first digit if there are several. The letter `e` and the exponent are appended.
  ///
  /// - Parameters:
  ///   - exponent: The exponent, which is written with a sign and at least two digits.
  ///   - digits: The number of digits at `target`.
  ///   - target: The start of the number.
  /// - Returns: The number of bytes of the whole number.
  @inline(never)
  private static func writeExponent(
    _ exponent: Int, after digits: Int, at target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = digits
    if digits > 1 {
      unsafe writePoint(at: target + 1)
      count += 1
    }
    unsafe target[count] = UInt8(ascii: "e")
    unsafe target[count + 1] = UInt8(ascii: exponent < 0 ? "-" : "+")
    count += 2
    if exponent.magnitude < 10 {
      unsafe target[count] = UInt8(ascii: "0")
      count += 1
    }
    return unsafe count + writeFirstDigits(of: UInt64(exponent.magnitude), at: target + count)
  }

  /// Inserts a point before the digits at `target`.
  @inline(__always)
  private static func writePoint(at target: UnsafeMutablePointer<UInt8>) {
    unsafe move(target, by: 1)
    unsafe target[0] = UInt8(ascii: ".")
  }

  /// Moves the 32 bytes at `target`, which include up to 17 digits, towards the end.
  ///
  /// - Precondition: 32 bytes are readable at `target` and writable at `target + distance`.
  @inline(__always)
  private static func move(_ target: UnsafeMutablePointer<UInt8>, by distance: Int) {
    let bytes = unsafe UnsafeRawPointer(target).loadUnaligned(as: SIMD32<UInt8>.self)
    unsafe UnsafeMutableRawPointer(target + distance).storeBytes(of: bytes, as: SIMD32<UInt8>.self)
  }
}
