/// The conversion of keys between `camelCase` and `snake_case`, by Foundation's rules.
///
/// With another separator than an underscore, it is the conversion to that form: `kebab-case`.
package enum SnakeCase {
  /// Converts a key to camel case: `base_url_path` becomes `baseUrlPath`.
  ///
  /// Leading and trailing separators are kept.
  ///
  /// - Parameters:
  ///   - key: The key in snake case.
  ///   - separator: The separator of the words, an ASCII character. Defaults to an underscore.
  package static func camelCased(_ key: String, separator: Unicode.Scalar = "_") -> String {
    let bytes = key.utf8
    let separator = UInt8(ascii: separator)
    guard let start = bytes.firstIndex(where: { $0 != separator }),
      let last = bytes.lastIndex(where: { $0 != separator })
    else { return key }
    let end = bytes.index(after: last)
    let words = bytes[start..<end].split(separator: separator).map { Substring($0) }
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
  ///
  /// A word begins at an upper-case letter that is not the first character. If a lower-case letter does not follow
  /// immediately, everything before the next lower-case letter is a word, except for its last character, which begins
  /// the next word; without a further lower-case letter, the rest of the key is one word. Since the first character
  /// never begins such a word, `URLPath` becomes `u_rl_path`.
  ///
  /// - Parameters:
  ///   - key: The key in camel case.
  ///   - separator: The separator of the words. Defaults to an underscore.
  package static func snakeCased(_ key: String, separator: Unicode.Scalar = "_") -> String {
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
    }.joined(separator: String(separator))
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .uppercaseLetter
      || scalar.properties.generalCategory == .titlecaseLetter
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }
}
