internal import Glibc

/// Bytes that grow at their end.
///
/// An array would do, were its checks not made for every byte. `@safe`: ``reserve(_:)`` is asked before anything
/// is written, and nothing else moves `count`. One thread has the buffer, and no access to its parts lasts while
/// other code runs: so exclusivity needs no check.
@safe
final class JSONBuffer {
  @exclusivity(unchecked) private var start: UnsafeMutablePointer<UInt8>
  @safe @exclusivity(unchecked) private var capacity: Int
  @safe @exclusivity(unchecked) private(set) var count = 0

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
    // Both marks, an escape, and a word that is written before it is known how much of it counts.
    reserve(text.count + Self.escapeRoom)
    var end = count
    unsafe start[end] = UInt8(ascii: "\"")
    end &+= 1
    var position = 0
    while position < text.count {
      let source = unsafe text.baseAddress.unsafelyUnwrapped + position
      let rest = text.count &- position
      let word = unsafe rest >= 8 ? JSONWord(at: source) : JSONWord(at: source, count: rest)
      unsafe UnsafeMutableRawPointer(start + end).storeBytes(of: word.bits.littleEndian, as: UInt64.self)
      let special = word.needsEscape(escapesSlashes: escapesSlashes)
      let plain = min(special.trailingZeroBitCount >> 3, rest)
      position &+= plain
      end &+= plain
      guard plain < 8, position < text.count else { continue }
      let escaped = unsafe text[position]
      position &+= 1
      if capacity &- end < text.count &- position &+ Self.escapeRoom {
        count = end
        grow(text.count - position + Self.escapeRoom)
      }
      unsafe end &+= Self.writeEscape(of: escaped, at: start + end)
    }
    unsafe start[end] = UInt8(ascii: "\"")
    count = end + 1
  }

  private static let escapeRoom = 16

  /// Writes the escape of a character, and returns its length: 6 at most.
  @inline(__always)
  private static func writeEscape(of byte: UInt8, at target: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe target[0] = UInt8(ascii: "\\")
    switch byte {
    case 0x08: unsafe target[1] = UInt8(ascii: "b")
    case 0x09: unsafe target[1] = UInt8(ascii: "t")
    case 0x0A: unsafe target[1] = UInt8(ascii: "n")
    case 0x0C: unsafe target[1] = UInt8(ascii: "f")
    case 0x0D: unsafe target[1] = UInt8(ascii: "r")
    case 0x00..<0x20:
      unsafe target[1] = UInt8(ascii: "u")
      unsafe target[2] = UInt8(ascii: "0")
      unsafe target[3] = UInt8(ascii: "0")
      unsafe target[4] = hexadecimalDigit(byte >> 4)
      unsafe target[5] = hexadecimalDigit(byte & 15)
      return 6
    default: unsafe target[1] = byte
    }
    return 2
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
