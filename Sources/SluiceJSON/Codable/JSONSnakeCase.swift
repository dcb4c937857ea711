/// The conversion of keys between `camelCase` and `snake_case`, by Foundation's rules.
enum JSONSnakeCase {
  /// Converts a key to camel case: `base_url_path` becomes `baseUrlPath`.
  ///
  /// Leading and trailing underscores are kept.
  static func camelCased(_ key: String) -> String {
    let bytes = key.utf8
    let underscore = UInt8(ascii: "_")
    guard let start = bytes.firstIndex(where: { $0 != underscore }),
      let last = bytes.lastIndex(where: { $0 != underscore })
    else { return key }
    let end = bytes.index(after: last)
    let words = bytes[start..<end].split(separator: underscore).map { Substring($0) }
    guard words.count > 1 else { return key }
    let joined = words.dropFirst().reduce(words[0].lowercased()) { $0 + capitalized($1) }
    return "\(key[..<start])\(joined)\(key[end...])"
  }

  private static func capitalized(_ word: Substring) -> String {
    var isFirst = true
    var result = ""
    for scalar in word.unicodeScalars {
      result += isFirst ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
      isFirst = !scalar.properties.isCased && scalar.value != 0x27
    }
    return result
  }

  /// Converts a key to snake case: `baseURLPath` becomes `base_url_path`.
  static func snakeCased(_ key: String) -> String {
    let scalars = Array(key.unicodeScalars)
    guard !scalars.isEmpty else { return key }
    var words: [ArraySlice<Unicode.Scalar>] = []
    var wordStart = 0
    var position = 1
    while let upper = scalars[position...].firstIndex(where: isUpper) {
      words.append(scalars[wordStart..<upper])
      wordStart = upper
      guard let lower = scalars[upper...].firstIndex(where: isLower) else {
        position = scalars.count
        break
      }
      // The last of several capital letters begins the next word.
      if lower > upper + 1 {
        words.append(scalars[upper..<lower - 1])
        wordStart = lower - 1
      }
      position = lower + 1
    }
    words.append(scalars[wordStart...])
    return words.map { word in
      var text = ""
      text.unicodeScalars.append(contentsOf: word)
      return text.lowercased()
    }.joined(separator: "_")
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .uppercaseLetter
      || scalar.properties.generalCategory == .titlecaseLetter
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }
}
