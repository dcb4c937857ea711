/// How nil is written: as a member, as an element, and as an optional property that a type leaves out.
public enum QueryNils: Sendable, Hashable {
  /// Not at all.
  case drop
  /// A name alone: `a`
  case bare
  /// A name with this value: `a=NULL`
  case custom(String)

  /// An empty value: `a=`
  public static let empty = QueryNils.custom("")
  /// The word: `a=null`
  public static let literal = QueryNils.custom("null")

  /// Whether `value`, nil for a name alone, stands for nil.
  func isNil(_ value: String?) -> Bool {
    switch self {
    case .drop: false
    case .bare: value == nil
    case .custom(let text): ExactString(text) == ExactString(value ?? "")
    }
  }
}
