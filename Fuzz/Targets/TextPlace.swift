/// The line and column of a byte, from 1, counted byte by byte.
struct TextPlace: Equatable {
  var line = 1
  var column = 1

  /// Creates the place after the first `count` of `bytes`.
  init(after count: Int, of bytes: [UInt8]) {
    for (index, byte) in bytes.prefix(count).enumerated() {
      switch byte {
      case UInt8(ascii: "\n"):
        if index == 0 || bytes[index - 1] != UInt8(ascii: "\r") { line += 1 }
        column = 1
      case UInt8(ascii: "\r"):
        line += 1
        column = 1
      // A byte order mark is not a character, and only the first byte of a character is counted.
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
