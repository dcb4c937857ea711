internal import Glibc
internal import SluiceErrors

/// A scanner that checks a document and writes its tape in a single pass without recursion.
///
/// SAFETY: The scanner reads the byte at its position and up to 31 bytes after it, or 32 bytes after white space, and
/// advances only past bytes that belong to a token or are white space. The zeros after a copied document are neither,
/// so the position never exceeds the first of them, and no sum with it overflows. ``append(_:)`` makes room on the tape
/// for each word before it is written.
///
/// A borrowed document has no zeros after it. Its last ``margin`` bytes are scanned in a copy that has them, which
/// starts at the first token that may reach them:
///
///     the document   |                                     limit |          margin          |
///     the copy                                            | token that passes the limit ... | zeros
///
/// The position is compared with ``limit`` before each value, after each closing bracket, and after each whole block of
/// a string, a number or white space. Between two comparisons it advances by at most 206 bytes: white space of 33 bytes
/// in three places and of 18 before a colon, a value of 52, a key of 35, and two separators.
///
/// The position is passed from method to method instead of being a property. It stays in a register that way, while the
/// scan of each token would wait for the memory of a property.
@safe
struct JSONScanner {
  /// The reason and the offset of an error.
  struct Failure: Error {
    let code: ErrorCode
    let offset: Int
  }

  /// The bytes of the document, for methods that are not inlined.
  ///
  /// Calling such a method of the scanner would copy the scanner first.
  ///
  /// SAFETY: `@safe` is sound because a value is used only for the call that it is made for.
  @safe
  struct Text {
    let bytes: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    func byte(at position: Int) -> UInt8 { unsafe bytes[position] }
  }

  /// The number of bytes at the end of a borrowed document that are not read there by position and limit alone.
  static let margin = 256

  /// The bytes of the document, at least from the current token on.
  private(set) var bytes: UnsafePointer<UInt8>
  let count: Int
  /// The last position from which a borrowed document is scanned in place.
  private(set) var limit: Int
  /// The owner of the memory for copies, which outlives the scanner.
  private unowned(unsafe) let document: JSONDocument
  private let maximumDepth: Int
  /// The words of the tape, which the owner of the scanner must pass to `free`, also after an error.
  private(set) var tape: UnsafeMutablePointer<UInt64>
  private(set) var tapeCount = 0
  private(set) var tapeCapacity: Int
  /// The index of the innermost open container, or -1 if there is none.
  private var container = -1
  private var depth = 0
  private var guesses = JSONLengthGuesses()

  /// Creates a scanner of a document.
  ///
  /// - Parameters:
  ///   - document: The document, which outlives the scanner.
  ///   - bytes: The bytes of the document, followed by ``JSONDocument/padding`` zeros unless they are borrowed.
  ///   - count: The number of bytes without the zeros.
  ///   - isBorrowed: Whether no zeros follow.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  ///   - tape: The words of an earlier tape, whose memory the scanner uses or frees, or `nil`.
  ///   - capacity: The number of these words.
  init(
    of document: JSONDocument, bytes: UnsafePointer<UInt8>, count: Int, isBorrowed: Bool, maximumDepth: Int,
    tape: UnsafeMutablePointer<UInt64>?, capacity: Int
  ) {
    unsafe self.document = document
    limit = isBorrowed ? count &- Self.margin : .max
    unsafe self.bytes = bytes
    self.count = count
    self.maximumDepth = maximumDepth
    // Up to 120 bytes, glibc frees memory without merging it with its neighbors, which small records would pay for.
    let least = max(count / 16, 15)
    if let tape = unsafe tape, capacity >= least {
      unsafe (self.tape, tapeCapacity) = (tape, capacity)
    } else {
      unsafe free(tape)
      tapeCapacity = least
      unsafe self.tape = Self.resized(nil, to: least)
    }
  }

  /// Scans the whole document.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func scan() throws(Failure) {
    var position = unsafe bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    value: while true {
      if position > limit { continueInCopy(from: position) }
      position = passWhiteSpace(from: position)
      switch byte(at: position) {
      case UInt8(ascii: "\""): position = try scanString(at: position)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): position = try scanNumber(at: position)
      case UInt8(ascii: "{"):
        try open(.object, at: position)
        position = passWhiteSpace(from: position &+ 1, atDepth: depth)
        if byte(at: position) != UInt8(ascii: "}") {
          position = try scanKey(at: position, number: 0)
          continue value
        }
        close()
        position &+= 1
      case UInt8(ascii: "["):
        try open(.array, at: position)
        position = passWhiteSpace(from: position &+ 1, atDepth: depth)
        if byte(at: position) != UInt8(ascii: "]") { continue value }
        close()
        position &+= 1
      case UInt8(ascii: "t"): position = try scanLiteral("true", lastFour: "true", .true, at: position)
      case UInt8(ascii: "f"): position = try scanLiteral("false", lastFour: "alse", .false, at: position)
      case UInt8(ascii: "n"): position = try scanLiteral("null", lastFour: "null", .null, at: position)
      default: throw unexpected(at: position)
      }
      // A value is complete.
      while container >= 0 {
        position = passWhiteSpace(from: position, atDepth: depth &- 1)
        var entry = unsafe JSONEntry(word: tape[container])
        entry.increaseCount()
        unsafe tape[container] = entry.word
        if byte(at: position) == UInt8(ascii: ",") {
          position = passWhiteSpace(from: position &+ 1, atDepth: depth)
          if entry.kind == .object { position = try scanKey(at: position, number: entry.count) }
          continue value
        }
        guard byte(at: position) == (entry.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected(at: position)
        }
        close()
        position &+= 1
        if position > limit { continueInCopy(from: position) }
      }
      position = passWhiteSpace(from: position)
      if position < count { throw Failure(code: .trailingCharacters, offset: position) }
      return
    }
  }

  @inline(__always)
  func byte(at position: Int) -> UInt8 { unsafe bytes[position] }

  @inline(__always)
  var text: Text { unsafe Text(bytes: bytes, count: count) }

  /// Copies the rest of a borrowed document and continues there.
  ///
  /// - Parameter position: The first byte that is read again, apart from those that are examined together with it.
  @inline(never)
  mutating func continueInCopy(from position: Int) {
    let start = max(position &- JSONBlock.size, 0)
    let rest = unsafe UnsafeBufferPointer(start: bytes + start, count: count &- start)
    // Offsets are still those in the document.
    unsafe bytes = UnsafePointer(document.copyPadded(rest)) - start
    limit = .max
  }

  // MARK: Containers

  @inline(__always)
  private mutating func open(_ kind: JSONEntry.Kind, at position: Int) throws(Failure) {
    guard depth < maximumDepth else { throw Failure(code: .tooDeep, offset: position) }
    depth += 1
    // Until the container is closed, its end refers to the enclosing container.
    append(JSONEntry(kind, offset: container + 1, length: 0))
    container = tapeCount - 1
  }

  @inline(__always)
  private mutating func close() {
    let entry = unsafe JSONEntry(word: tape[container])
    unsafe tape[container] = entry.ending(at: tapeCount).word
    container = entry.end - 1
    depth -= 1
  }

  /// Scans a key and the colon after it.
  ///
  /// - Returns: The position after the colon.
  @inline(__always)
  private mutating func scanKey(at start: Int, number: Int) throws(Failure) -> Int {
    guard byte(at: start) == UInt8(ascii: "\"") else { throw unexpected(at: start) }
    var block = start &+ 1
    let end = unsafe guesses.endOfKey(number, atDepth: depth) { [bytes, limit] in
      unsafe Self.passPlainCharacters(of: bytes, from: &block, upTo: limit)
    }
    var position = try finishString(from: start &+ 1, to: block &+ end)
    if byte(at: position) != UInt8(ascii: ":") {
      position = passWhiteSpace(from: position)
      guard byte(at: position) == UInt8(ascii: ":") else { throw unexpected(at: position) }
    }
    return position &+ 1
  }

  // MARK: Scalars

  /// Scans a literal, whose first character is known, and returns the position after it.
  @inline(__always)
  private mutating func scanLiteral(
    _ text: StaticString, lastFour: StaticString, _ kind: JSONEntry.Kind, at position: Int
  ) throws(Failure) -> Int {
    let count = text.utf8CodeUnitCount
    let last = unsafe JSONWord.half(at: bytes + (position &+ count &- 4))
    guard unsafe last == JSONWord.half(at: lastFour.utf8Start) else { throw failure(in: text, at: position) }
    append(JSONEntry(kind, offset: position, length: count))
    return position &+ count
  }

  /// Returns the error for a literal that is not complete.
  private func failure(in text: StaticString, at start: Int) -> Failure {
    var position = start
    for index in 0..<text.utf8CodeUnitCount {
      guard unsafe byte(at: position) == text.utf8Start[index] else { break }
      position += 1
    }
    return unexpected(at: position)
  }

  /// Scans a number and returns the position after it.
  @inline(__always)
  private mutating func scanNumber(at start: Int) throws(Failure) -> Int {
    let first = byte(at: start) == UInt8(ascii: "-") ? start &+ 1 : start
    // Most numbers are shorter than a block.
    let others = unsafe JSONBlock(at: bytes + first).nonDigits
    let digits = others.trailingZeroBitCount
    if digits > 1, byte(at: first) == UInt8(ascii: "0") {
      throw Failure(code: .invalidNumber, offset: first &+ 1)
    }
    var position = first &+ digits
    if digits == 0 || digits == JSONBlock.size { position = try passDigits(from: first) }
    var kind = JSONEntry.Kind.integer
    if byte(at: position) == UInt8(ascii: ".") {
      kind = .fraction
      let end = (others & (others &- 1)).trailingZeroBitCount
      if end &- digits > 1, end < JSONBlock.size {
        position = first &+ end
      } else {
        position = try passDigits(from: position &+ 1)
      }
    }
    if byte(at: position) | 0x20 == UInt8(ascii: "e") {
      kind = .fraction
      position &+= 1
      if byte(at: position) == UInt8(ascii: "-") || byte(at: position) == UInt8(ascii: "+") { position &+= 1 }
      position = try passDigits(from: position)
    }
    append(JSONEntry(kind, offset: start, length: position &- start))
    return position
  }

  /// Returns the position after one or more digits.
  @inline(__always)
  private mutating func passDigits(from start: Int) throws(Failure) -> Int {
    guard Self.isDigit(byte(at: start)) else {
      throw Failure(code: start < count ? .invalidNumber : .unexpectedEnd, offset: start)
    }
    var position = start
    while true {
      let count = unsafe JSONBlock(at: bytes + position).nonDigits.trailingZeroBitCount
      position &+= count
      if count < JSONBlock.size { return position }
      if position > limit { continueInCopy(from: position) }
    }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns whether a byte can be part of a number.
  static func isNumberByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte | 0x20 == UInt8(ascii: "e")
  }

  // MARK: Steps

  /// Returns the position after white space, if there is any.
  @inline(__always)
  private mutating func passWhiteSpace(from start: Int) -> Int {
    guard byte(at: start) <= 0x20, isWhiteSpace(at: start) else { return start }
    // Usually, this is a single space, or a line feed and the indentation of the next line.
    var position = start &+ 1
    guard byte(at: position) <= 0x20 else { return position }
    while true {
      let count = unsafe JSONBlock(at: bytes + position).whiteSpaceCount
      position &+= count
      if count < JSONBlock.size { return position }
      if position > limit { continueInCopy(from: position) }
    }
  }

  /// Returns the position after white space, if there is any, before the content or the closing bracket of a container.
  ///
  /// - Parameters:
  ///   - start: The position.
  ///   - depth: The number of containers around what follows.
  @inline(__always)
  private mutating func passWhiteSpace(from start: Int, atDepth depth: Int) -> Int {
    guard byte(at: start) <= 0x20, isWhiteSpace(at: start) else { return start }
    let first = start &+ 1
    // A single space, as after a comma.
    guard byte(at: first) <= 0x20 else { return first }
    let count = unsafe guesses.whiteSpace(atDepth: depth) { [bytes] in
      let count = unsafe JSONBlock(at: bytes + first).whiteSpaceCount
      if count < JSONBlock.size { return count }
      return unsafe count &+ JSONBlock(at: bytes + (first &+ count)).whiteSpaceCount
    }
    return count < 2 &* JSONBlock.size ? first &+ count : passWhiteSpace(from: first)
  }

  @inline(__always)
  private func isWhiteSpace(at position: Int) -> Bool {
    let byte = byte(at: position)
    return byte == 0x20 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\t")
  }

  private func unexpected(at position: Int) -> Failure {
    Failure(code: position < count ? .unexpectedCharacter : .unexpectedEnd, offset: position)
  }

  @inline(__always)
  mutating func append(_ entry: JSONEntry) {
    if tapeCount == tapeCapacity { growTape() }
    unsafe tape[tapeCount] = entry.word
    tapeCount &+= 1
  }

  @inline(never)
  private mutating func growTape() {
    tapeCapacity += tapeCapacity / 2
    unsafe tape = Self.resized(tape, to: tapeCapacity)
  }

  /// Allocates or resizes the tape with `realloc`, which moves large blocks without copying them.
  static func resized(
    _ tape: UnsafeMutablePointer<UInt64>?, to capacity: Int
  ) -> UnsafeMutablePointer<UInt64> {
    guard let memory = unsafe realloc(tape, capacity * MemoryLayout<UInt64>.stride) else {
      // Swift also aborts if memory is exhausted.
      abort()
    }
    return unsafe memory.assumingMemoryBound(to: UInt64.self)
  }
}
