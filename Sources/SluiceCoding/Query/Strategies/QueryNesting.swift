/// How the members of an object within another are named, and how such names are taken apart.
///
/// A bracket or a dot in a key is not told from one of the strategy.
public struct QueryNesting: Sendable {
  /// One step from the root to a value.
  public enum Step: Sendable, Hashable {
    /// To the member of an object, or to the element of an array by its index.
    case key(String)
    /// To the next element of an array: `[]`.
    case element
  }

  let name: @Sendable (_ object: String, _ key: String) -> String
  let steps: @Sendable (_ name: String) -> [Step]

  /// `a[b]=1`
  public static let brackets = QueryNesting(
    name: { object, key in "\(object)[\(key)]" },
    steps: { QueryName.steps($0, dots: false) })

  /// `a.b=1`. Arrays keep their own form: `a.b[]=1`.
  public static let dots = QueryNesting(
    name: { object, key in "\(object).\(key)" },
    steps: { QueryName.steps($0, dots: true) })

  /// Names made by `name`, from an object's full name and a member's key, and taken apart by `steps`. By
  /// default, a name that is read is one key.
  public static func custom(
    name: @escaping @Sendable (_ object: String, _ key: String) -> String,
    steps: @escaping @Sendable (_ name: String) -> [Step] = { [.key($0)] }
  ) -> QueryNesting {
    QueryNesting(name: name, steps: steps)
  }
}
