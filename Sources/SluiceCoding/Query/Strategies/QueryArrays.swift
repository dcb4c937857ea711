/// How the elements of an array are named.
///
/// An array of arrays or objects can be told apart again only by `.indexed` and `.comma`. The others name
/// such elements by the same rule all the same, as servers expect: `a[][b]=1&a[][b]=2`. An empty array writes
/// nothing.
public struct QueryArrays: Sendable {
  enum Form: Sendable {
    case named(@Sendable (_ array: String, _ index: Int) -> String)
    case comma
  }

  let form: Form

  /// `a[]=1&a[]=2`
  public static let brackets = QueryArrays(form: .named { array, _ in array + "[]" })

  /// `a[0]=1&a[1]=2`. An element that is nil and dropped leaves a gap.
  public static let indexed = QueryArrays(form: .named(indexedName))

  /// `a=1&a=2`
  public static let repeated = QueryArrays(form: .named { array, _ in array })

  /// `a=1,2`: one pair for the array, its value's commas escaped like any other character (`%2C` in both
  /// standard sets). Commas within an element are not told from those between. An array that holds arrays or
  /// objects is written as `.indexed`.
  public static let comma = QueryArrays(form: .comma)

  /// Names made by `name`, from an array's full name and an element's index.
  public static func custom(
    _ name: @escaping @Sendable (_ array: String, _ index: Int) -> String
  ) -> QueryArrays {
    QueryArrays(form: .named(name))
  }

  static func indexedName(of array: String, _ index: Int) -> String {
    "\(array)[\(index)]"
  }

  var isComma: Bool {
    if case .comma = form { true } else { false }
  }
}
