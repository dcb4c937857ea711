import SluiceCoding

/// Where a byte stands among lines and characters, counted one by one.
struct TextPlace: Equatable {
  var line = 1
  var column = 1

  /// The place behind the first `count` of `bytes`.
  init(after count: Int, of bytes: [UInt8]) {
    for (index, byte) in bytes.prefix(count).enumerated() {
      switch byte {
      case UInt8(ascii: "\n"):
        if index == 0 || bytes[index - 1] != UInt8(ascii: "\r") { line += 1 }
        column = 1
      case UInt8(ascii: "\r"):
        line += 1
        column = 1
      // A byte order mark is no character; all but the first byte of a character are none either.
      case 0xEF where index == 0: break
      case 0x80..<0xC0: break
      default: column += 1
      }
    }
  }

  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSON.SyntaxError {
  /// - Throws: `BrokenProperty` unless line, column and byte say the same.
  func checkPlace(in bytes: [UInt8]) throws {
    try require(0...bytes.count ~= byteOffset, "\(self): not within \(bytes.count) bytes")
    try requireEqual(
      TextPlace(line: line, column: column), TextPlace(after: byteOffset, of: bytes),
      "where byte \(byteOffset) is")
  }
}
