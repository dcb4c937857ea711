/// A parser of the names of a form's parts.
///
/// The mistake: a name may end with a backslash at the end of its line, and the byte after it is read.
public enum FormNames {
  /// Returns the names in order.
  public static func read(_ bytes: [UInt8], boundary: String) throws -> [String] {
    var names: [String] = []
    var isHeader = false
    for line in try Lines.of(bytes) {
      if line == Array("--\(boundary)".utf8) {
        isHeader = true
      } else if line == Array("--\(boundary)--".utf8) {
        return names
      } else if isHeader, line.isEmpty {
        isHeader = false
      } else if isHeader, let start = Lines.nameStart(in: line) {
        names.append(try name(in: line, from: start))
      }
    }
    throw Malformed()
  }

  private static func name(in line: [UInt8], from start: Int) throws -> String {
    var name: [UInt8] = []
    var index = start
    while index < line.count {
      if line[index] == UInt8(ascii: "\"") { return String(decoding: name, as: UTF8.self) }
      if line[index] == UInt8(ascii: "\\") { index += 1 }
      name.append(line[index])
      index += 1
    }
    throw Malformed()
  }
}
