/// A parser of the names of a form's parts, in order of the alphabet.
///
/// The mistake: all names are sorted after each part.
public enum SortedNames {
  /// Returns the names in order of the alphabet.
  public static func read(_ bytes: [UInt8], boundary: String) throws -> [String] {
    var names: [String] = []
    var isHeader = false
    for line in try Lines.of(bytes) {
      if line == Array("--\(boundary)".utf8) {
        isHeader = true
      } else if isHeader, line.isEmpty {
        isHeader = false
      } else if isHeader, let start = Lines.nameStart(in: line) {
        names.append(String(decoding: line[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
        names = names.sorted()
      }
    }
    return names
  }
}
