internal import SluiceSupport

extension Query {
  /// A form of the coding keys of types. The keys of a dictionary are data, and stay as they are.
  public struct Keys: Sendable {
    /// Returns the written form of a coding key, or `nil` if all keys stay as they are.
    let written: (@Sendable (String) -> String)?
    /// Returns a guess of the coding key of a written key, for types that read `allKeys`.
    let original: @Sendable (String) -> String

    /// The coding keys themselves: `pageSize`.
    public static let asIs = Keys(written: nil, original: { $0 })

    /// Words in lower case, separated by underscores: `page_size`; `baseURLPath` becomes `base_url_path`.
    ///
    /// The words are those of `JSON.Encoder`'s strategy `convertToSnakeCase`, which follows Foundation's: the first
    /// character is never part of an acronym, so that `URLBase` becomes `u_rl_base` and `ID` becomes `i_d`, and an
    /// underscore before an upper-case letter is doubled, so that `page_Size` becomes `page__size`.
    public static let snakeCase = separated(by: "_")

    /// Words in lower case, separated by hyphens: `page-size`; `baseURLPath` becomes `base-url-path`.
    ///
    /// The words are those of ``snakeCase``.
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
        written: { SnakeCase.snakeCased($0, separator: separator) },
        original: { SnakeCase.camelCased($0, separator: separator) })
    }
  }
}
