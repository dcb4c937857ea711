import SluiceCoding

/// The languages that a user reads, as `Accept-Language` says them (RFC 9110 §12.5.4).
package enum AcceptLanguage {
  /// The most languages that are named: beyond these a server has chosen long ago.
  private static let limit = 6

  /// What the environment's locale says, as gettext reads it: `LANGUAGE`, a list, if the locale of messages is not `C`;
  /// else the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
  ///
  /// `LANGUAGE=de_AT:en` becomes `de-AT, de;q=0.9, en;q=0.8`. Nil where no language is chosen.
  package static func preferred(in environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, tag(of: locale) != nil else { return nil }
    let list = environment["LANGUAGE"].flatMap { $0.isEmpty ? nil : $0 } ?? locale
    var languages: [String] = []
    for tag in list.split(separator: ":").compactMap({ tag(of: String($0)) }) {
      // One who asks for a region's language takes the language.
      for language in [tag, String(tag.prefix { $0 != "-" })] where !languages.contains(language) {
        languages.append(language)
      }
      if languages.count >= limit { break }
    }
    guard !languages.isEmpty else { return nil }
    return languages.prefix(limit).enumerated()
      .map { index, language in index == 0 ? language : "\(language);q=0.\(10 - index)" }
      .joined(separator: ", ")
  }

  /// The language tag (RFC 5646 §2.1) of a locale's name, `language_TERRITORY.charset@modifier`.
  private static func tag(of locale: String) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return nil }
    let subtags = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    let areValid = subtags.allSatisfy { subtag in
      (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy(ASCIISet.alphanumerics.contains)
    }
    guard areValid, let language = subtags.first, language.utf8.count > 1 else { return nil }
    return subtags.joined(separator: "-")
  }
}
