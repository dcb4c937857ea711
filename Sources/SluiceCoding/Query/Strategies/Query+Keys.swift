extension Query {
  /// How the coding keys of a type are written. The keys of a dictionary are data, and stay as they are.
  public struct Keys: Sendable {
    /// Returns the written form of a coding key. `nil` if all keys stay as they are.
    let written: (@Sendable (String) -> String)?
    /// Returns a guess of the coding key of a written key, for types that read `allKeys`.
    let original: @Sendable (String) -> String

    /// The coding keys themselves: `pageSize`.
    public static let asIs = Keys(written: nil, original: { $0 })

    /// Words in lower case, separated by underscores: `page_size`; `baseURLPath` becomes `base_url_path`.
    public static let snakeCase = separated(by: "_")

    /// Words in lower case, separated by hyphens: `page-size`; `baseURLPath` becomes `base-url-path`.
    public static let kebabCase = separated(by: "-")

    /// Returns a strategy that writes keys with a closure.
    ///
    /// A decoder also finds a key by its written form.
    ///
    /// ```swift
    /// encoder.keys = .custom({ $0.uppercased() })    // PAGESIZE=20
    /// ```
    ///
    /// - Parameters:
    ///   - written: Returns the written form of a single coding key, without any bracket or dot of a nested name.
    ///   - original: Returns the coding key of a written key. Only types that read `allKeys` need it, such as enums
    ///     with associated values. By default, it returns the written key.
    public static func custom(
      _ written: @escaping @Sendable (String) -> String,
      original: @escaping @Sendable (String) -> String = { $0 }
    ) -> Keys {
      Keys(written: written, original: original)
    }

    private static func separated(by separator: Unicode.Scalar) -> Keys {
      Keys(
        written: { separatedWords($0, by: separator) },
        original: { camelCased($0, from: separator) })
    }

    /// Returns the words of a key in lower case, with a separator between them.
    ///
    /// A word begins at an upper-case letter after any other character, and at the last of several upper-case letters
    /// if a lower-case letter follows.
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
}
