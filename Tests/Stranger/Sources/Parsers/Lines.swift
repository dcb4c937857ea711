/// The lines of a body, which all end with CRLF, apart from the last.
enum Lines {
  static func of(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    for index in lines.indices.dropLast() {
      guard lines[index].last == 13 else { throw Malformed() }
      lines[index].removeLast()
    }
    return lines
  }

  /// Returns what follows the quotation mark of a name, or `nil` if the line is another header.
  static func nameStart(in line: [UInt8]) -> Int? {
    let start = Array("content-disposition: form-data; name=\"".utf8)
    let isName = line.count > start.count && zip(line, start).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    return isName ? start.count : nil
  }
}
