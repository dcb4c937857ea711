/// The position of a byte in a text, as line, column and byte offset.
package struct JSONPosition: Sendable {
  /// The line, counted from 1. A line ends with LF, CR or CRLF.
  package private(set) var line = 1
  /// The column, counted from 1 in Unicode scalars.
  package private(set) var column = 1
  /// The byte offset, counted from 0.
  package private(set) var byteOffset = 0
  private var followsCarriageReturn = false

  /// Creates the position after `bytes`, which are the start of a text.
  ///
  /// A byte order mark counts for the byte offset, but not for the column.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(after bytes: borrowing Span<UInt8>) {
    advance(over: bytes)
  }

  /// Creates the position of the first byte: line 1, column 1, byte 0.
  package init() {}

  /// Creates the position of a syntax error.
  init(of error: JSON.SyntaxError) {
    line = error.line
    column = error.column
    byteOffset = error.byteOffset
  }

  /// Moves the position past `bytes`, eight or 16 at a time.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package mutating func advance(over bytes: borrowing Span<UInt8>) {
    var index = 0
    // The first byte may belong to a byte order mark, which only the method for single bytes handles.
    if byteOffset == 0, let first = bytes.indices.first {
      advance(over: bytes[first])
      index = 1
    }
    while bytes.count - index >= JSONWord.byteCount {
      let start = index
      while bytes.count - index >= JSONBlock.size, JSONBlock(in: bytes, at: index).isPlain {
        index += JSONBlock.size
      }
      if index > start {
        column += index - start
        byteOffset += index - start
        followsCarriageReturn = false
      } else {
        advance(over: JSONWord(in: bytes, at: index), count: JSONWord.byteCount)
        index += JSONWord.byteCount
      }
    }
    if index < bytes.count {
      advance(over: JSONWord(endOf: bytes, from: index), count: bytes.count - index)
    }
  }

  /// Moves the position past a byte.
  package mutating func advance(over byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"):
      if !followsCarriageReturn { line += 1 }
      column = 1
    case UInt8(ascii: "\r"):
      line += 1
      column = 1
    // Neither a byte order mark nor the continuation bytes of a character start a new column.
    case 0xEF where byteOffset == 0: break
    case 0x80...0xBF: break
    default: column += 1
    }
    followsCarriageReturn = byte == UInt8(ascii: "\r")
    byteOffset += 1
  }

  /// Moves the position past the first `count` bytes of a word. The remaining bytes of the word are spaces.
  @inline(__always)
  private mutating func advance(over word: JSONWord, count: Int) {
    if word.isPlain {
      column += count
      byteOffset += count
      followsCarriageReturn = false
    } else {
      advance(overAny: word, count: count)
    }
  }

  private mutating func advance(overAny word: JSONWord, count: Int) {
    let characters = word.characterStarts
    let returns = word.mask(of: UInt8(ascii: "\r"))
    let feeds = word.mask(of: UInt8(ascii: "\n"))
    let breaks = returns | feeds
    let spaceCount = JSONWord.byteCount - count
    if breaks == 0 {
      column += JSONWord.count(of: characters) - spaceCount
    } else {
      // An LF after a CR does not end another line.
      let paired = feeds & (returns << 8 | (followsCarriageReturn ? 0x80 : 0))
      line += JSONWord.count(of: breaks) - JSONWord.count(of: paired)
      let behindLastBreak = ~(UInt64.max >> UInt64(breaks.leadingZeroBitCount))
      column = 1 + JSONWord.count(of: characters & behindLastBreak) - spaceCount
    }
    followsCarriageReturn = returns >> UInt64(count * 8 - 1) & 1 == 1
    byteOffset += count
  }

  /// Returns a syntax error at this position.
  package func error(_ code: ErrorCode) -> JSON.SyntaxError {
    JSON.SyntaxError(code: code, line: line, column: column, byteOffset: byteOffset)
  }
}

extension JSONPosition {
  /// Returns an error whose position is relative to the start of the whole text.
  ///
  /// - Parameter error: An error whose position is relative to this position.
  package func error(_ error: JSON.SyntaxError) -> JSON.SyntaxError {
    JSON.SyntaxError(
      code: error.code, line: line + error.line - 1,
      column: error.line == 1 ? column + error.column - 1 : error.column,
      byteOffset: byteOffset + error.byteOffset)
  }
}

extension JSONPosition: CustomStringConvertible {
  /// The position as text, such as `line 3, column 7 (byte 41)`.
  package var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
