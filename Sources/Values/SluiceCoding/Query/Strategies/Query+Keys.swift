internal import SluiceSupport

extension Query.Encoder {
  /// The strategy for converting coding keys. The keys of a dictionary are data, and stay as they are.
  public struct KeyEncodingStrategy: Sendable {
    let keys: QueryKeys

    /// Uses the keys unchanged: `pageSize`.
    public static let useDefaultKeys = KeyEncodingStrategy(keys: .unchanged)

    /// Converts camel case to snake case: `pageSize` becomes `page_size`, and `baseURLPath` `base_url_path`.
    ///
    /// The words are those of `JSON.Encoder`'s strategy, which follows Foundation's: the first character is never part
    /// of an acronym, so that `URLBase` becomes `u_rl_base` and `ID` becomes `i_d`, and an underscore before an
    /// upper-case letter is doubled, so that `page_Size` becomes `page__size`.
    public static let convertToSnakeCase = KeyEncodingStrategy(keys: .words(separatedBy: "_"))

    /// Converts camel case to words in lower case, separated by hyphens: `page-size`; `baseURLPath` becomes
    /// `base-url-path`.
    ///
    /// The words are those of ``convertToSnakeCase``.
    public static let convertToKebabCase = KeyEncodingStrategy(keys: .words(separatedBy: "-"))

    /// Returns a strategy that writes keys with a closure.
    ///
    /// ```swift
    /// encoder.keyEncodingStrategy = .custom({ $0.uppercased() })    // PAGESIZE=20
    /// ```
    ///
    /// - Parameters:
    ///   - written: Returns the written form of a single coding key, without any bracket or dot of a nested name.
    ///   - original: Returns the coding key of a written key, for `Query.Decoder(reading:)`. Only types that read
    ///     `allKeys` need it, such as enums with associated values. By default, it returns the written key.
    public static func custom(
      _ written: @escaping @Sendable (String) -> String,
      original: @escaping @Sendable (String) -> String = { $0 }
    ) -> KeyEncodingStrategy {
      KeyEncodingStrategy(keys: QueryKeys(written: written, original: original))
    }
  }
}

extension Query.Decoder {
  /// The strategy for finding the coding keys of types. The keys of a dictionary are data, and stay as they are.
  ///
  /// A decoder finds a coding key by its written form, so that `baseURL` is found as `base_url`. A strategy with
  /// closures is that of an encoder: `Query.Decoder(reading: encoder)`.
  public struct KeyDecodingStrategy: Sendable {
    let keys: QueryKeys

    /// Uses the keys unchanged: `pageSize`.
    public static let useDefaultKeys = KeyDecodingStrategy(keys: .unchanged)

    /// Finds `pageSize` as `page_size`.
    public static let convertFromSnakeCase = KeyDecodingStrategy(keys: .words(separatedBy: "_"))

    /// Finds `pageSize` as `page-size`.
    public static let convertFromKebabCase = KeyDecodingStrategy(keys: .words(separatedBy: "-"))
  }
}

/// A form of the coding keys of types.
struct QueryKeys: Sendable {
  /// Returns the written form of a coding key, or `nil` if all keys stay as they are.
  let written: (@Sendable (String) -> String)?
  /// Returns a guess of the coding key of a written key, for types that read `allKeys`.
  let original: @Sendable (String) -> String

  static let unchanged = QueryKeys(written: nil, original: { $0 })

  static func words(separatedBy separator: Unicode.Scalar) -> QueryKeys {
    QueryKeys(
      written: { SnakeCase.snakeCased($0, separator: separator) },
      original: { SnakeCase.camelCased($0, separator: separator) })
  }
}
