/// Lists a form's parts, with `if`, `switch` and `for` where they are needed.
@resultBuilder
public enum MultipartFormBuilder {
  public static func buildExpression(_ part: some PartConvertible) -> [MultipartForm.Part] { [part.part] }
  public static func buildExpression(_ parts: [some PartConvertible]) -> [MultipartForm.Part] {
    parts.map(\.part)
  }
  public static func buildBlock(_ parts: [MultipartForm.Part]...) -> [MultipartForm.Part] {
    parts.flatMap(\.self)
  }
  public static func buildArray(_ parts: [[MultipartForm.Part]]) -> [MultipartForm.Part] {
    parts.flatMap(\.self)
  }
  public static func buildOptional(_ parts: [MultipartForm.Part]?) -> [MultipartForm.Part] { parts ?? [] }
  public static func buildEither(first parts: [MultipartForm.Part]) -> [MultipartForm.Part] { parts }
  public static func buildEither(second parts: [MultipartForm.Part]) -> [MultipartForm.Part] { parts }
}
