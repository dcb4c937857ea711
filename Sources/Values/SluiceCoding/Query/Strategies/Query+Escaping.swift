internal import SluiceSupport

extension Query {
  /// The characters of names and values that are written unescaped.
  ///
  /// All other characters are percent-encoded as UTF-8 with upper-case hexadecimal digits, including the brackets and
  /// commas that a strategy adds.
  public struct Escaping: Sendable, Hashable {
    let nameLiterals: ASCIISet
    let valueLiterals: ASCIISet
    /// Whether `+` stands for a space.
    let spaceAsPlus: Bool

    /// RFC 3986 §3.4: the unreserved characters, `/` and `?` are literal. A space is `%20`.
    public static let rfc3986 = custom("-._~/?")

    /// The URL standard's `application/x-www-form-urlencoded` serializer, as browsers send forms: `*-._` are literal. A
    /// space is `+`, and `~` is `%7E`.
    public static let form = custom("*-._", spaceAsPlus: true)

    /// Returns a set of your own: ASCII letters, digits and `literals` are written unescaped.
    ///
    /// ```swift
    /// encoder.escaping = .custom("-._~[]")    // a[]=1&a[]=2
    /// ```
    ///
    /// - Parameters:
    ///   - literals: The characters that are written unescaped.
    ///   - spaceAsPlus: Whether a space is `+` rather than `%20`. Defaults to false.
    ///
    /// Some are always escaped, so that queries can be read back: space, controls, `#`, `%`, `&` and all that is
    /// not ASCII; `=` in names; `+` where it stands for a space.
    public static func custom(_ literals: String, spaceAsPlus: Bool = false) -> Escaping {
      let values = ASCIISet.alphanumerics.union(ASCIISet(literals))
        .subtracting(ASCIISet.controls.union(ASCIISet(spaceAsPlus ? " #%&+" : " #%&")))
      return Escaping(
        nameLiterals: values.subtracting(ASCIISet("=")), valueLiterals: values, spaceAsPlus: spaceAsPlus)
    }
  }
}
