import HTTPTypes

/// Fields in the lines of an input.
enum CacheText {
  /// Returns the lines, with malformed UTF-8 repaired.
  static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the fields in lines of the form `name: value`. Other lines are left out.
  static func fields(_ lines: some Sequence<String>) -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      fields.append(HTTPField(name: name, value: String(parts[1])))
    }
    return fields
  }
}
