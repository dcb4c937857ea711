/// Where a byte stands among lines and characters.
package struct JSONPosition: Sendable {
  /// From 1. A line ends with LF, CR or CR LF.
  package private(set) var line = 1
  /// From 1, in Unicode scalars.
  package private(set) var column = 1
  /// From 0.
  package private(set) var byteOffset = 0
  private var followsCarriageReturn = false

  /// The position after `bytes`, whose byte order mark counts as bytes alone.
  init(after bytes: borrowing Span<UInt8>) {
    advance(over: bytes)
  }

  package init() {}

  init(of error: JSON.SyntaxError) {
    line = error.line
    column = error.column
    byteOffset = error.byteOffset
  }

  package mutating func advance(over bytes: borrowing Span<UInt8>) {
    var index = 0
    // A byte order mark is looked at by itself.
    if byteOffset == 0, let first = bytes.indices.first {
      advance(over: bytes[first])
      index = 1
    }
    while bytes.count - index >= JSONWord.byteCount {
      advance(over: JSONWord(in: bytes, at: index), count: JSONWord.byteCount)
      index += JSONWord.byteCount
    }
    if index < bytes.count {
      advance(over: JSONWord(endOf: bytes, from: index), count: bytes.count - index)
    }
  }

  package mutating func advance(over byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"):
      if !followsCarriageReturn { line += 1 }
      column = 1
    case UInt8(ascii: "\r"):
      line += 1
      column = 1
    // A byte order mark is no character, and the rest of a character's bytes are none either.
    case 0xEF where byteOffset == 0: break
    case 0x80...0xBF: break
    default: column += 1
    }
    followsCarriageReturn = byte == UInt8(ascii: "\r")
    byteOffset += 1
  }

  /// Takes the first `count` bytes of a word, behind which there are spaces.
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
      // A LF behind a CR ends no line of its own.
      let paired = feeds & (returns << 8 | (followsCarriageReturn ? 0x80 : 0))
      line += JSONWord.count(of: breaks) - JSONWord.count(of: paired)
      let behindLastBreak = ~(UInt64.max >> UInt64(breaks.leadingZeroBitCount))
      column = 1 + JSONWord.count(of: characters & behindLastBreak) - spaceCount
    }
    followsCarriageReturn = returns >> UInt64(count * 8 - 1) & 1 == 1
    byteOffset += count
  }

  package func error(_ code: JSON.SyntaxError.Code) -> JSON.SyntaxError {
    JSON.SyntaxError(code: code, line: line, column: column, byteOffset: byteOffset)
  }
}

extension JSONPosition {
  /// An error at a place that `error` counts from here.
  package func error(_ error: JSON.SyntaxError) -> JSON.SyntaxError {
    JSON.SyntaxError(
      code: error.code, line: line + error.line - 1,
      column: error.line == 1 ? column + error.column - 1 : error.column,
      byteOffset: byteOffset + error.byteOffset)
  }
}

extension JSONPosition: CustomStringConvertible {
  /// As an error ends: `line 3, column 7 (byte 41)`.
  package var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
