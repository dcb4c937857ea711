import SluiceSupport

/// The value of an `Accept-Language` field
/// ([RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)).
package enum AcceptLanguage {
  /// The maximum number of languages. Servers hardly need more to choose from.
  private static let maximumCount = 6

  /// Returns the languages that the locale of an environment prefers, or `nil` if it specifies none.
  ///
  /// The environment is read as gettext does. The locale of messages is the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
  /// that is set. Unless it is `C` or `POSIX`, the list in `LANGUAGE`, if set, replaces it. For example,
  /// `LANGUAGE=de_AT:en` becomes `de-AT, de;q=0.9, en;q=0.8`.
  package static func preferred(in environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, tag(of: locale) != nil else { return nil }
    let list = environment["LANGUAGE"].flatMap { $0.isEmpty ? nil : $0 } ?? locale
    var languages: [String] = []
    for tag in list.split(separator: ":").compactMap({ tag(of: String($0)) }) {
      // A user who prefers the language of a region also accepts the language in general.
      for language in [tag, String(tag.prefix { $0 != "-" })] where !languages.contains(language) {
        languages.append(language)
      }
      if languages.count >= maximumCount { break }
    }
    guard !languages.isEmpty else { return nil }
    return languages.prefix(maximumCount).enumerated()
      .map { index, language in index == 0 ? language : "\(language);q=0.\(10 - index)" }
      .joined(separator: ", ")
  }

  /// Returns the language tag (RFC 5646 §2.1) of a locale name of the form `language_TERRITORY.charset@modifier`.
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
