/// Which characters of names and values are written as they are. All others are percent-encoded UTF-8, in
/// upper-case hexadecimal: the brackets and commas that a strategy adds no less than those in a key or value.
public struct QueryEscaping: Sendable, Hashable {
  let nameLiterals: ASCIISet
  let valueLiterals: ASCIISet
  /// Whether `+` stands for a space.
  let spaceAsPlus: Bool

  /// RFC 3986, section 3.4: the unreserved characters, `/` and `?` are literal; a space is `%20`.
  public static let rfc3986 = custom("-._~/?")

  /// The URL standard's `application/x-www-form-urlencoded` serializer, as browsers send forms: `*-._` are
  /// literal, a space is `+`, `~` is `%7E`.
  public static let form = custom("*-._", spaceAsPlus: true)

  /// A set of your own: `literals` are written as they are, beside ASCII letters and digits. A space is
  /// `%20`, or `+` where `spaceAsPlus`.
  ///
  /// Never literal, since the query would not be read back: space, controls, `#`, `%`, `&` and all that is
  /// not ASCII; `=` in names; `+` where it stands for a space.
  public static func custom(_ literals: String, spaceAsPlus: Bool = false) -> QueryEscaping {
    let values = ASCIISet.alphanumerics.union(ASCIISet(literals))
      .subtracting(ASCIISet.controls.union(ASCIISet(spaceAsPlus ? " #%&+" : " #%&")))
    return QueryEscaping(
      nameLiterals: values.subtracting(ASCIISet("=")), valueLiterals: values, spaceAsPlus: spaceAsPlus)
  }
}
