internal import Glibc

// SAFETY: The proof of ``JSONTape`` applies: each entry comes from the tape, so the scanner has checked its bytes.
// A buffer is used only during the call that it is passed to, while the string, document or temporary memory that
// it points to exists.

extension JSONTape {
  /// Returns the text of a string with its escapes resolved.
  @inline(__always)
  func text(of entry: JSONEntry) -> String {
    guard entry.isShortPlainString, isPadded(at: entry.offset) else { return otherText(of: entry) }
    return unsafe Self.shortText(at: bytes + entry.offset, count: entry.length)
  }

  @inline(never)
  private func otherText(of entry: JSONEntry) -> String {
    if entry.kind == .escaped { return unescapedText(of: entry) }
    return unsafe Self.text(bytes(of: entry), isASCII: entry.kind == .string)
  }

  /// Creates a string of up to 15 ASCII characters, which is stored without an allocation.
  ///
  /// - Precondition: 16 bytes are readable at `bytes`, `count` is at most 15, and that number of bytes is ASCII.
  @inline(__always)
  private static func shortText(at bytes: UnsafePointer<UInt8>, count: Int) -> String {
    let (first, second) = unsafe (JSONWord(at: bytes), JSONWord(at: bytes + JSONWord.byteCount))
    let text = JSONShortString.text(
      first.keeping(min(count, JSONWord.byteCount)), second.keeping(max(count &- JSONWord.byteCount, 0)),
      count: count)
    return unsafe text ?? Self.text(UnsafeBufferPointer(start: bytes, count: count), isASCII: true)
  }

  /// Creates a string without validating its bytes, which would take longer than copying them.
  ///
  /// SAFETY: The scanner has checked that `bytes` are valid UTF-8, and whether they are ASCII.
  @inline(__always)
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
    unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
  }

  @inline(never)
  private func unescapedText(of entry: JSONEntry) -> String {
    unsafe withUnescapedText(of: entry) { unsafe Self.text($0, isASCII: false) }
  }

  /// Calls a closure with the UTF-8 bytes of a string with escapes, which are resolved.
  @inline(__always)
  private func withUnescapedText<Result>(
    of entry: JSONEntry, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let source = unsafe bytes(of: entry)
    // SAFETY: An escape is never shorter than the character that it represents, and the last block that is written
    // extends at most one block past the end. A string at the end of the document is copied first, with room for the
    // last block that is read.
    let isPadded = isPadded(at: entry.offset + source.count)
    let capacity = source.count + JSONBlock.size
    return unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: isPadded ? capacity : 2 * capacity
    ) { target in
      guard var from = source.baseAddress, let start = target.baseAddress else { return unsafe body(source) }
      if !isPadded {
        let copy = unsafe start + capacity
        unsafe copy.initialize(from: from, count: source.count)
        unsafe (copy + source.count).initialize(repeating: 0, count: JSONBlock.size)
        unsafe from = UnsafePointer(copy)
      }
      let length = unsafe Self.unescape(from, count: source.count, into: start)
      return unsafe body(UnsafeBufferPointer(start: start, count: length))
    }
  }

  /// Returns the original text of a number.
  func numberText(of entry: JSONEntry) -> String {
    if entry.length < JSONBlock.size, isPadded(at: entry.offset) {
      return unsafe Self.shortText(at: bytes + entry.offset, count: entry.length)
    }
    return unsafe Self.text(bytes(of: entry), isASCII: true)
  }

  /// Returns whether the string at `index` has the same bytes as `key` once its escapes are resolved.
  @inline(__always)
  func isString(at index: Int, equalTo key: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = self[index]
    guard entry.isPlainString(ofLength: key.count) else {
      return unsafe entry.kind == .string && key.count < JSONEntry.unknownLength
        ? false : isOtherString(entry, equalTo: key)
    }
    guard let key = key.baseAddress else { return true }
    return unsafe JSONWord.areEqual(bytes + entry.offset, key, count: entry.length)
  }

  @inline(never)
  func isOtherString(_ entry: JSONEntry, equalTo key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard entry.kind == .escaped else {
      return unsafe bytes(of: entry).elementsEqual(key)
    }
    // An escape is at most six times as long as the character that it represents.
    guard length(of: entry) >= key.count, length(of: entry) <= key.count * 6 else { return false }
    var text = unescapedText(of: entry)
    return text.withUTF8 { text in
      unsafe text.count == key.count && zip(text, key).allSatisfy { $0 == $1 }
    }
  }

  /// Returns the index of the value of an object's first member with the given key.
  ///
  /// - Returns: The index, or `nil` if the key is missing or the value at `index` is not an object.
  /// - Complexity: O(*n*) in the number of members.
  func member(_ key: String, of index: Int) -> Int? {
    guard self[index].kind == .object else { return nil }
    let end = self[index].end
    var key = key
    return key.withUTF8 { key in
      var child = index + 1
      while child < end {
        if unsafe isString(at: child, equalTo: key) { return child + 1 }
        child = next(after: child + 1)
      }
      return nil
    }
  }

  /// Calls a closure with the UTF-8 bytes of a string, with its escapes resolved.
  func withText<Result>(of entry: JSONEntry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe entry.kind == .escaped ? withUnescapedText(of: entry, body) : body(bytes(of: entry))
  }

  /// Resolves the escapes in the bytes of a string.
  ///
  /// - Parameters:
  ///   - source: The bytes of the string.
  ///   - count: The number of bytes.
  ///   - target: The memory for the result.
  /// - Precondition: A scanner has checked the bytes, and at least a block of further bytes is readable after them.
  ///   `target` has room for `count` bytes and a block.
  /// - Returns: The number of bytes written that belong to the result.
  private static func unescape(
    _ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (position, written) = (0, 0)
    while position < count {
      // Bytes up to the next escape are copied unchanged.
      let block = unsafe JSONBlock(at: source + position)
      unsafe block.store(at: target + written)
      let length = min(block.countBeforeBackslash, count - position)
      position += length
      written += length
      // Several escapes often follow one another.
      while position < count, unsafe source[position] == UInt8(ascii: "\\") {
        let letter = unsafe source[position + 1]
        if letter == UInt8(ascii: "u") {
          unsafe written += resolve(source, at: &position, to: target + written)
        } else {
          unsafe target[written] = character(of: letter)
          written += 1
          position += 2
        }
      }
    }
    return written
  }

  /// Resolves the escape `\uXXXX`, or two of them that represent one character.
  ///
  /// - Returns: The number of bytes of the character in UTF-8.
  /// - Precondition: Four bytes are writable at `target`.
  @inline(__always)
  private static func resolve(
    _ source: UnsafePointer<UInt8>, at position: inout Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    func unit() -> UInt32 {
      let unit = unsafe JSONWord.hexadecimal(at: source + (position + 2)) ?? 0
      position += 6
      return unit
    }
    var value = unit()
    if value & 0xFC00 == 0xD800 { value = 0x10000 + (value & 0x3FF) << 10 + (unit() & 0x3FF) }
    // The bytes of the character, the first of which is the least significant one.
    let count: Int
    let bytes: UInt32
    switch value {
    case 0..<0x80: (count, bytes) = (1, value)
    case 0x80..<0x800: (count, bytes) = (2, 0x80C0 | value >> 6 | (value & 0x3F) << 8)
    case 0x800..<0x10000:
      (count, bytes) = (3, 0x80_80E0 | value >> 12 | (value >> 6 & 0x3F) << 8 | (value & 0x3F) << 16)
    default:
      count = 4
      bytes =
        0x8080_80F0 | value >> 18 | (value >> 12 & 0x3F) << 8 | (value >> 6 & 0x3F) << 16 | (value & 0x3F)
        << 24
    }
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: bytes.littleEndian, as: UInt32.self)
    return count
  }

  /// Returns the character that a letter after a backslash represents.
  private static func character(of escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }
}

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
