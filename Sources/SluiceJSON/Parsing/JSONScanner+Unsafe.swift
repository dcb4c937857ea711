internal import Glibc

/// A scanner that checks a document and writes its tape in a single pass without recursion.
///
/// SAFETY: The scanner reads the byte at its position and up to 31 bytes after it, and advances only past bytes that
/// belong to a token or are white space. The zeros after the document are neither, so the position never exceeds the
/// first of them. ``append(_:)`` makes room on the tape for each word before it is written.
@safe
struct JSONScanner {
  /// The reason and the offset of an error.
  struct Failure: Error {
    let code: JSON.SyntaxError.Code
    let offset: Int
  }

  let bytes: UnsafePointer<UInt8>
  let count: Int
  private let maximumDepth: Int
  var position = 0
  /// The words of the tape. The owner of the scanner must pass them to `free`, also after an error.
  private(set) var tape: UnsafeMutablePointer<UInt64>
  private(set) var tapeCount = 0
  private var tapeCapacity: Int
  /// The index of the innermost open container, or -1 if there is none.
  private var container = -1
  private var depth = 0

  /// Creates a scanner of a document.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document, followed by ``JSONDocument/padding`` zeros.
  ///   - count: The number of bytes without the zeros.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  init(bytes: UnsafePointer<UInt8>, count: Int, maximumDepth: Int) {
    unsafe self.bytes = bytes
    self.count = count
    self.maximumDepth = maximumDepth
    // Up to 120 bytes, glibc frees memory without merging it with its neighbors, which small records would pay for.
    tapeCapacity = max(count / 16, 15)
    unsafe tape = Self.resized(nil, to: tapeCapacity)
  }

  /// Scans the whole document.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func scan() throws(Failure) {
    if unsafe bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { position = 3 }
    value: while true {
      skipWhiteSpace()
      switch byte {
      case UInt8(ascii: "\""): try scanString()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
      case UInt8(ascii: "{"):
        try open(.object)
        skipWhiteSpace()
        if byte != UInt8(ascii: "}") {
          try scanKey()
          continue value
        }
        close()
      case UInt8(ascii: "["):
        try open(.array)
        skipWhiteSpace()
        if byte != UInt8(ascii: "]") { continue value }
        close()
      case UInt8(ascii: "t"): try scanLiteral("true", lastFour: "true", .true)
      case UInt8(ascii: "f"): try scanLiteral("false", lastFour: "alse", .false)
      case UInt8(ascii: "n"): try scanLiteral("null", lastFour: "null", .null)
      default: throw unexpected()
      }
      // A value is complete.
      while container >= 0 {
        skipWhiteSpace()
        var entry = unsafe JSONEntry(word: tape[container])
        entry.increaseCount()
        unsafe tape[container] = entry.word
        if byte == UInt8(ascii: ",") {
          position += 1
          if entry.kind == .object {
            skipWhiteSpace()
            try scanKey()
          }
          continue value
        }
        guard byte == (entry.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected()
        }
        close()
      }
      skipWhiteSpace()
      if position < count { throw Failure(code: .trailingCharacters, offset: position) }
      return
    }
  }

  @inline(__always)
  var byte: UInt8 { unsafe bytes[position] }

  @inline(__always)
  func byte(after distance: Int) -> UInt8 { unsafe bytes[position + distance] }

  // MARK: Containers

  @inline(__always)
  private mutating func open(_ kind: JSONEntry.Kind) throws(Failure) {
    guard depth < maximumDepth else { throw Failure(code: .tooDeep, offset: position) }
    depth += 1
    // Until the container is closed, its end refers to the enclosing container.
    append(JSONEntry(kind, offset: container + 1, length: 0))
    container = tapeCount - 1
    position += 1
  }

  @inline(__always)
  private mutating func close() {
    let entry = unsafe JSONEntry(word: tape[container])
    unsafe tape[container] = entry.ending(at: tapeCount).word
    container = entry.end - 1
    depth -= 1
    position += 1
  }

  @inline(__always)
  private mutating func scanKey() throws(Failure) {
    guard byte == UInt8(ascii: "\"") else { throw unexpected() }
    try scanString()
    if byte != UInt8(ascii: ":") {
      skipWhiteSpace()
      guard byte == UInt8(ascii: ":") else { throw unexpected() }
    }
    position += 1
  }

  // MARK: Scalars

  /// Scans a literal, whose first character is known.
  @inline(__always)
  private mutating func scanLiteral(
    _ text: StaticString, lastFour: StaticString, _ kind: JSONEntry.Kind
  ) throws(Failure) {
    let count = text.utf8CodeUnitCount
    let last = unsafe JSONWord.half(at: bytes + (position + count - 4))
    guard unsafe last == JSONWord.half(at: lastFour.utf8Start) else { throw failure(in: text) }
    append(JSONEntry(kind, offset: position, length: count))
    position += count
  }

  /// Returns the error for a literal that is not complete.
  private mutating func failure(in text: StaticString) -> Failure {
    for index in 0..<text.utf8CodeUnitCount {
      guard unsafe byte == text.utf8Start[index] else { break }
      position += 1
    }
    return unexpected()
  }

  @inline(__always)
  private mutating func scanNumber() throws(Failure) {
    let start = position
    var kind = JSONEntry.Kind.integer
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") {
      position += 1
      if Self.isDigit(byte) { throw Failure(code: .invalidNumber, offset: position) }
    } else {
      try scanDigits()
    }
    if byte == UInt8(ascii: ".") {
      kind = .fraction
      position += 1
      try scanDigits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      kind = .fraction
      position += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { position += 1 }
      try scanDigits()
    }
    append(JSONEntry(kind, offset: start, length: position - start))
  }

  @inline(__always)
  private mutating func scanDigits() throws(Failure) {
    guard Self.isDigit(byte) else {
      throw Failure(code: position < count ? .invalidNumber : .unexpectedEnd, offset: position)
    }
    var count: Int
    repeat {
      count = unsafe JSONWord(at: bytes + position).digitCount
      position += count
    } while count == JSONWord.byteCount
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns whether a byte can be part of a number.
  static func isNumberByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte | 0x20 == UInt8(ascii: "e")
  }

  // MARK: Steps

  @inline(__always)
  private mutating func skipWhiteSpace() {
    guard byte <= 0x20, isAtWhiteSpace else { return }
    // Usually, this is a single space, or a line feed and the indentation of the next line.
    position += 1
    guard byte <= 0x20 else { return }
    var count: Int
    repeat {
      count = unsafe JSONBlock(at: bytes + position).whiteSpaceCount
      position += count
    } while count == JSONBlock.size
  }

  @inline(__always)
  private var isAtWhiteSpace: Bool {
    byte == 0x20 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  private func unexpected() -> Failure {
    Failure(code: position < count ? .unexpectedCharacter : .unexpectedEnd, offset: position)
  }

  @inline(__always)
  mutating func append(_ entry: JSONEntry) {
    if tapeCount == tapeCapacity { growTape() }
    unsafe tape[tapeCount] = entry.word
    tapeCount += 1
  }

  @inline(never)
  private mutating func growTape() {
    tapeCapacity += tapeCapacity / 2
    unsafe tape = Self.resized(tape, to: tapeCapacity)
  }

  /// Allocates or resizes the tape with `realloc`, which moves large blocks without copying them.
  private static func resized(
    _ tape: UnsafeMutablePointer<UInt64>?, to capacity: Int
  ) -> UnsafeMutablePointer<UInt64> {
    guard let memory = unsafe realloc(tape, capacity * MemoryLayout<UInt64>.stride) else {
      // Swift also aborts if memory is exhausted.
      abort()
    }
    return unsafe memory.assumingMemoryBound(to: UInt64.self)
  }
}
