internal import Glibc

/// Bytes that grow at their end.
///
/// An array would do, were its checks not made for every byte. `@safe`: ``reserve(_:)`` is asked before anything
/// is written, and nothing else moves `count`.
@safe
final class JSONBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 1024
    unsafe start = Self.resized(nil, to: capacity)
  }

  deinit {
    unsafe free(start)
  }

  /// Makes room for `additional` bytes.
  @inline(__always)
  private func reserve(_ additional: Int) {
    if capacity - count < additional { grow(additional) }
  }

  @inline(never)
  private func grow(_ additional: Int) {
    capacity = max(capacity * 2, count + additional)
    unsafe start = Self.resized(start, to: capacity)
  }

  /// `realloc` moves large blocks without a copy.
  private static func resized(_ bytes: UnsafeMutablePointer<UInt8>?, to capacity: Int)
    -> UnsafeMutablePointer<UInt8>
  {
    guard let memory = unsafe realloc(bytes, capacity) else {
      // As Swift does where memory ends.
      abort()
    }
    return unsafe memory.assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    unsafe start[count] = byte
    count += 1
  }

  @inline(__always)
  func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    unsafe (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  @inline(__always)
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    if let source = bytes.baseAddress { unsafe (start + count).update(from: source, count: bytes.count) }
    count += bytes.count
  }

  /// Appends a part of another buffer.
  func append(_ range: Range<Int>, of other: JSONBuffer) {
    precondition(range.upperBound <= other.count)
    unsafe append(UnsafeBufferPointer(start: other.start + range.lowerBound, count: range.count))
  }

  /// Appends text as it is.
  @inline(__always)
  func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  // MARK: Strings

  /// Appends a string with its quotation marks and escapes.
  @inline(__always)
  func appendString(_ text: String, escapesSlashes: Bool) {
    var text = text
    text.withUTF8 { unsafe appendString($0, escapesSlashes: escapesSlashes) }
  }

  func appendString(_ text: UnsafeBufferPointer<UInt8>, escapesSlashes: Bool) {
    // Both marks, and a word that is written before it is known how much of it counts.
    reserve(text.count + 10)
    unsafe start[count] = UInt8(ascii: "\"")
    count += 1
    if let source = text.baseAddress {
      var position = 0
      while position + 8 <= text.count {
        let word = unsafe JSONWord(at: source + position)
        let special = word.needsEscape(escapesSlashes: escapesSlashes)
        unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.bits.littleEndian, as: UInt64.self)
        if special == 0 {
          position += 8
          count += 8
          continue
        }
        let plain = special.trailingZeroBitCount >> 3
        position += plain
        count += plain
        unsafe appendEscape(of: source[position], rest: text.count - position)
        position += 1
      }
      while position < text.count {
        let byte = unsafe source[position]
        if Self.needsEscape(byte, escapesSlashes: escapesSlashes) {
          appendEscape(of: byte, rest: text.count - position)
        } else {
          unsafe start[count] = byte
          count += 1
        }
        position += 1
      }
    }
    unsafe start[count] = UInt8(ascii: "\"")
    count += 1
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8, escapesSlashes: Bool) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "/") && escapesSlashes
  }

  /// Appends an escape, and makes sure that there still is room for the `rest` of the string and two words.
  private func appendEscape(of byte: UInt8, rest: Int) {
    reserve(rest + 22)
    let short: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): short = byte
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    default:
      append("\\u00")
      append(Self.hexadecimalDigit(byte >> 4))
      append(Self.hexadecimalDigit(byte & 15))
      return
    }
    append(UInt8(ascii: "\\"))
    append(short)
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  // MARK: Numbers

  /// Appends an integer.
  @inline(__always)
  func appendInteger<T: FixedWidthInteger>(_ value: T) {
    guard T.bitWidth <= 64 else { return append(value.description) }
    reserve(20)
    if value < 0 {
      unsafe start[count] = UInt8(ascii: "-")
      count += 1
    }
    appendDigits(of: UInt64(truncatingIfNeeded: value.magnitude))
  }

  private func appendDigits(of value: UInt64) {
    var length = 1
    var power: UInt64 = 10
    while length < 20, value >= power {
      length += 1
      if length < 20 { power *= 10 }
    }
    var rest = value
    var position = count + length
    repeat {
      position -= 1
      unsafe start[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    count += length
  }

  /// Appends the shortest text that reads back as `value`, without an empty fraction.
  @inline(__always)
  func appendShortest<T: BinaryFloatingPoint & CustomStringConvertible>(_ value: T) {
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

  /// Forgets all bytes from `end` on.
  func truncate(to end: Int) { count = min(count, max(end, 0)) }

  // MARK: Out

  /// All bytes.
  var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Appends all bytes to `bytes`.
  func append(to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
  }

  /// A scan of all bytes.
  func scanned() throws(JSON.SyntaxError) -> JSONDocument {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count).span
    return try JSONDocument(copying: bytes, maxDepth: .max, duplicateKeys: .keepFirst)
  }
}

extension JSONBuffer {
  /// Appends a string of a document.
  func appendString(_ entry: JSONEntry, of document: JSONDocument, escapesSlashes: Bool) {
    unsafe document.withText(of: entry) { unsafe appendString($0, escapesSlashes: escapesSlashes) }
  }

  /// Appends a number of a document, as it stands there.
  func appendNumber(_ entry: JSONEntry, of document: JSONDocument) {
    unsafe append(document.bytes(of: entry))
  }
}
