/// The value of a number's text as significant digits and a power of ten.
///
/// SAFETY: `@safe` is sound because instances are created only from the text of a valid number, and are used only while
/// that text exists.
@safe
struct JSONDigits {
  private let text: UnsafeBufferPointer<UInt8>
  let isNegative: Bool
  /// The first significant digits, at most 19.
  private(set) var mantissa: UInt64 = 0
  /// The power of ten by which ``mantissa`` is multiplied.
  private(set) var exponent = 0
  /// Whether any digit after the first 19 is not zero.
  private(set) var isTruncated = false

  /// The limit of parsed exponents. Larger ones make no difference, since no text has that many digits.
  private static let maximumExponent = 1 << 40

  /// Parses the text of a number.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isPadded: Whether eight bytes after the text are readable and do not start with a digit, as in a document.
  ///     Defaults to `false`.
  /// - Precondition: `text` is a number as defined by RFC 8259 §6.
  /// - Complexity: O(*n*) in the length of the text.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, isPadded: Bool = false) {
    unsafe self.text = text
    isNegative = unsafe text[0] == UInt8(ascii: "-")
    guard isPadded else {
      parse()
      return
    }
    let start = isNegative ? 1 : 0
    var position = readFewDigits(from: start)
    var digits = position &- start
    if byte(at: position) == UInt8(ascii: ".") {
      let fraction = position &+ 1
      position = readDigits(from: fraction)
      digits &+= position &- fraction
      exponent = fraction &- position
    }
    if digits > 19 {
      mantissa = 0
      exponent = 0
      parse()
    } else if position < text.count {
      exponent &+= unsafe Self.exponent(text, after: position)
    }
  }

  /// Adds digits to ``mantissa``, which may overflow, and returns the position after them.
  ///
  /// This takes the least time for the few digits before most points.
  ///
  /// - Precondition: The byte after the text is readable and is not a digit.
  @inline(__always)
  private mutating func readFewDigits(from start: Int) -> Int {
    var position = start
    while true {
      let digit = byte(at: position) &- UInt8(ascii: "0")
      guard digit < 10 else { return position }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position &+= 1
    }
  }

  /// Adds digits to ``mantissa``, which may overflow, and returns the position after them.
  ///
  /// - Precondition: The eight bytes after the text are readable and do not start with a digit.
  @inline(__always)
  private mutating func readDigits(from start: Int) -> Int {
    var position = start
    while true {
      // SAFETY: The position is at most the end of the text, where a digit count of 0 ends the loop.
      let word = unsafe JSONWord(at: text.baseAddress.unsafelyUnwrapped + position)
      let count = word.digitCount
      if count == JSONWord.byteCount {
        mantissa = mantissa &* 100_000_000 &+ word.number(ofDigits: JSONWord.byteCount)
        position &+= JSONWord.byteCount
        continue
      }
      guard count > 0 else { return position }
      mantissa = mantissa &* Self.integralPowersOfTen[count] &+ word.number(ofDigits: count)
      return position &+ count
    }
  }

  /// Returns a byte of the text, or the one after it.
  ///
  /// SAFETY: The initializer calls this only if bytes after the text are readable.
  @inline(__always)
  private func byte(at position: Int) -> UInt8 { unsafe text.baseAddress.unsafelyUnwrapped[position] }

  private static let integralPowersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// Parses the text, of any length, digit by digit.
  private mutating func parse() {
    var position = isNegative ? 1 : 0
    var digits = 0
    var pointPosition = -1
    while unsafe position < text.count {
      let byte = unsafe text[position]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        if digits < 19 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if mantissa != 0 { digits &+= 1 }
          if pointPosition >= 0 { exponent &-= 1 }
        } else {
          if digit != 0 { isTruncated = true }
          if pointPosition < 0 { exponent &+= 1 }
        }
      } else if byte == UInt8(ascii: ".") {
        pointPosition = position
      } else {
        exponent &+= unsafe Self.exponent(text, after: position)
        break
      }
      position &+= 1
    }
  }

  /// Returns the exponent that follows the letter `e` at `position`.
  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, after position: Int) -> Int {
    var isNegative = false
    var value = 0
    for index in position + 1..<text.count {
      switch unsafe text[index] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      case let digit: value = min(value * 10 + Int(digit &- UInt8(ascii: "0")), maximumExponent)
      }
    }
    return isNegative ? -value : value
  }

  var isZero: Bool { mantissa == 0 }

  /// Returns the number as an integer, or `nil` if it has a fraction other than zero or does not fit the type.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
    if isZero { return 0 }
    // All digits without the trailing zeros, which the power of ten accounts for.
    var exponent = exponent
    var digits: [UInt8] = []
    for index in unsafe 0..<text.count {
      let byte = unsafe text[index]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        if digit != 0 || !digits.isEmpty { digits.append(digit) }
      } else if byte | 0x20 == UInt8(ascii: "e") {
        break
      }
    }
    exponent -= max(0, digits.count - 19)
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    // A 128-bit integer has at most 39 digits, so longer numbers do not fit.
    guard exponent >= 0, digits.count + exponent <= 64 else { return nil }
    digits.append(contentsOf: repeatElement(0, count: exponent))
    var value: T = 0
    for digit in digits {
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      guard !overflows, let digit = T(exactly: digit) else { return nil }
      let (sum, exceeds) =
        isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      guard !exceeds else { return nil }
      value = sum
    }
    return value
  }

  /// Returns the nearest `Double`.
  ///
  /// The result is `nil` in the few cases that more than 19 digits decide, if it is infinite, or if it is zero although
  /// the number is not.
  @inline(__always)
  func double() -> Double? {
    guard mantissa != 0 else { return isNegative ? -0.0 : 0.0 }
    // A single multiplication or division of two exact numbers rounds only once.
    if mantissa <= 1 << 53, !isTruncated, (-22...22).contains(exponent) {
      var value = Double(mantissa)
      if exponent < 0 {
        value /= Self.powersOfTen[-exponent]
      } else {
        value *= Self.powersOfTen[exponent]
      }
      return isNegative ? -value : value
    }
    return roundedDouble()
  }

  /// Returns the nearest `Double` of a number without an exponent that has few digits.
  ///
  /// Nearly all numbers of documents are such numbers.
  ///
  /// - Parameter text: The text of a number. Eight more bytes after it are readable, and do not start with a digit.
  /// - Returns: The `Double`, or `nil` if the number has an exponent, or more than 19 bytes without its sign.
  @inline(__always)
  static func doubleOfFewDigits(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    // SAFETY: The text of a number is not empty. Bytes are read up to the one after it, and words start before its end.
    var position = unsafe text.baseAddress.unsafelyUnwrapped
    let end = unsafe position + text.count
    let isNegative = unsafe position[0] == UInt8(ascii: "-")
    if isNegative { unsafe position += 1 }
    guard unsafe end - position <= 19 else { return nil }
    // There are few digits before most points.
    var mantissa: UInt64 = 0
    while true {
      let digit = unsafe position[0] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      unsafe position += 1
    }
    var places = 0
    if unsafe position < end {
      guard unsafe position[0] == UInt8(ascii: ".") else { return nil }
      unsafe position += 1
      places = unsafe end - position
      // The number of digits is known, so no word waits for the length of the one before.
      let first = (places &- 1) & 7 &+ 1
      guard let number = unsafe JSONWord(at: position).number(ofPossibleDigits: first) else { return nil }
      mantissa = mantissa &* integralPowersOfTen[first] &+ number
      unsafe position += first
      while unsafe position < end {
        guard let number = unsafe JSONWord(at: position).number(ofPossibleDigits: JSONWord.byteCount) else {
          return nil
        }
        mantissa = mantissa &* 100_000_000 &+ number
        unsafe position += JSONWord.byteCount
      }
    }
    guard mantissa <= 1 << 53 else { return roundedDouble(mantissa, places: places, isNegative: isNegative) }
    // A single division of two exact numbers rounds only once.
    let magnitude = Double(Int64(truncatingIfNeeded: mantissa)) / powersOfTen[places]
    return isNegative ? -magnitude : magnitude
  }

  @inline(never)
  private static func roundedDouble(_ mantissa: UInt64, places: Int, isNegative: Bool) -> Double? {
    nearestBits(mantissa, 0 &- places).map { Double(bitPattern: isNegative ? $0 | 1 << 63 : $0) }
  }

  @inline(never)
  private func roundedDouble() -> Double? {
    guard JSONPowersOfFive.exponents.contains(exponent), let bits = Self.nearestBits(mantissa, exponent)
    else {
      return nil
    }
    // The number lies between two numbers of 19 digits. If both round to the same `Double`, so does the number.
    if isTruncated, Self.nearestBits(mantissa + 1, exponent) != bits { return nil }
    return Double(bitPattern: isNegative ? bits | 1 << 63 : bits)
  }

  /// Returns the bits of the `Double` nearest to `mantissa` × 10^`exponent`, or `nil` if it is zero or infinite.
  ///
  /// Uses the algorithm of Eisel and Lemire; see ``JSONPowersOfFive``.
  private static func nearestBits(_ mantissa: UInt64, _ exponent: Int) -> UInt64? {
    let zeros = mantissa.leadingZeroBitCount
    let factor = mantissa << UInt64(zeros)
    let power = JSONPowersOfFive.table.bits(exponent)
    // The higher word of the power usually determines the result. Otherwise, the lower word is included in the most
    // significant 128 bits of the product.
    var product = factor.multipliedFullWidth(by: power.high)
    if product.high & 0x1FF == 0x1FF {
      let rest = factor.multipliedFullWidth(by: power.low).high
      let (low, carries) = product.low.addingReportingOverflow(rest)
      product = (product.high + (carries ? 1 : 0), low)
    }
    let upperBit = product.high >> 63
    // Keep 54 significant bits: the hidden bit, 52 bits of the fraction, and one bit for rounding.
    let shift = upperBit + 9
    var bits = product.high >> shift
    // 217706 / 65536 approximates log₂ 10 closely enough for all exponents of the table.
    var binaryExponent = (217_706 * exponent) >> 16 + 63 + Int(upperBit) - zeros + 1023
    if binaryExponent <= 0 {
      guard binaryExponent > -63 else { return nil }
      bits >>= UInt64(1 - binaryExponent)
      bits = (bits + (bits & 1)) >> 1
      // Rounding up may produce the smallest normal number. The carry then sets the lowest bit of the exponent.
      return bits == 0 ? nil : bits
    }
    // A number exactly between two neighbors rounds to the even one.
    if product.low <= 1, (-4...23).contains(exponent), bits & 3 == 1, bits << shift == product.high {
      bits &= ~1
    }
    bits = (bits + (bits & 1)) >> 1
    if bits >= 1 << 53 {
      bits = 1 << 52
      binaryExponent += 1
    }
    guard binaryExponent < 0x7FF else { return nil }
    return bits & ~(1 << 52) | UInt64(binaryExponent) << 52
  }

  /// The powers of ten that a `Double` represents exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}

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
