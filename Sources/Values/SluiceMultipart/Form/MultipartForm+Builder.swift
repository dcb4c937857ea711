extension MultipartForm {
  /// A result builder that lists the parts of a form, with support for `if`, `switch` and `for`.
  @resultBuilder
  public enum Builder {
    /// Adds a part, field or file.
    public static func buildExpression(_ part: some PartConvertible) -> [Part] { [part.part] }
    /// Adds the parts of an array.
    public static func buildExpression(_ parts: [some PartConvertible]) -> [Part] {
      parts.map(\.part)
    }
    /// Joins the parts of all statements in a block.
    public static func buildBlock(_ parts: [Part]...) -> [Part] {
      parts.flatMap(\.self)
    }
    /// Joins the parts of all iterations of a `for` loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] {
      parts.flatMap(\.self)
    }
    /// Adds the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Adds the parts of the first branch of an `if` or `switch`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Adds the parts of the second branch of an `if` or `switch`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
  }
}
