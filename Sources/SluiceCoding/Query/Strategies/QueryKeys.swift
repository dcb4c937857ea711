/// How a type's coding keys are written. A dictionary's keys are data, and stay as they are.
public struct QueryKeys: Sendable {
  /// From coding key to written key; nil where they are the same.
  let written: (@Sendable (String) -> String)?
  /// A guess of the way back, for types that ask which keys there are.
  let original: @Sendable (String) -> String

  /// `pageSize`
  public static let asIs = QueryKeys(written: nil, original: { $0 })

  /// `page_size`; `baseURLPath` becomes `base_url_path`.
  public static let snakeCase = separated(by: "_")

  /// `page-size`; `baseURLPath` becomes `base-url-path`.
  public static let kebabCase = separated(by: "-")

  /// Keys made by `written`, from one coding key at a time, never a bracket or a dot. A decoder looks for a
  /// key by its written form as well.
  ///
  /// `original` is the way back. Only the types that read `allKeys` need it, as enums with associated values
  /// do.
  public static func custom(
    _ written: @escaping @Sendable (String) -> String,
    original: @escaping @Sendable (String) -> String = { $0 }
  ) -> QueryKeys {
    QueryKeys(written: written, original: original)
  }

  private static func separated(by separator: Unicode.Scalar) -> QueryKeys {
    QueryKeys(
      written: { separatedWords($0, by: separator) },
      original: { camelCased($0, from: separator) })
  }

  /// A word begins at an upper-case letter after another character, and at the last of several upper-case
  /// letters where a lower-case one follows.
  private static func separatedWords(_ key: String, by separator: Unicode.Scalar) -> String {
    let scalars = Array(key.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if index > 0, scalar.properties.isUppercase, scalars[index - 1] != separator {
        let followsLower = !scalars[index - 1].properties.isUppercase
        let precedesLower = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
        if followsLower || precedesLower { result.unicodeScalars.append(separator) }
      }
      result += scalar.properties.lowercaseMapping
    }
    return result
  }

  private static func camelCased(_ key: String, from separator: Unicode.Scalar) -> String {
    var result = ""
    var startsWord = false
    for scalar in key.unicodeScalars {
      if scalar == separator, !result.isEmpty {
        startsWord = true
      } else {
        result += startsWord ? scalar.properties.uppercaseMapping : String(scalar)
        startsWord = false
      }
    }
    return result
  }
}
