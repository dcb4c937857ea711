/// Where a byte stands among lines and characters.
struct JSONPosition {
  /// From 1.
  private(set) var line = 1
  /// From 1, in Unicode scalars.
  private(set) var column = 1
  /// From 0.
  private(set) var byteOffset = 0
  private var followsCarriageReturn = false

  /// The position after `bytes`, whose byte order mark counts as bytes alone.
  init(after bytes: borrowing Span<UInt8>) {
    advance(over: bytes)
  }

  init() {}

  mutating func advance(over bytes: borrowing Span<UInt8>) {
    for index in bytes.indices { advance(over: bytes[index]) }
  }

  mutating func advance(over byte: UInt8) {
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

  func error(_ code: JSON.SyntaxError.Code) -> JSON.SyntaxError {
    JSON.SyntaxError(code: code, line: line, column: column, byteOffset: byteOffset)
  }
}

extension JSONPosition {
  /// An error at a place that `error` counts from here.
  func error(_ error: JSON.SyntaxError) -> JSON.SyntaxError {
    JSON.SyntaxError(
      code: error.code, line: line + error.line - 1,
      column: error.line == 1 ? column + error.column - 1 : error.column,
      byteOffset: byteOffset + error.byteOffset)
  }
}
