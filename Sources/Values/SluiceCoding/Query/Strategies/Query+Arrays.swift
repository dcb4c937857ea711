extension Query {
  /// A form of the names of an array's elements.
  ///
  /// Arrays of arrays or objects can be read back reliably only with ``indexed`` and ``comma``. The other strategies
  /// name such elements by the same rule, as servers expect: `a[][b]=1&a[][b]=2`. An empty array writes nothing, so an
  /// element that is an empty array or object is lost with any strategy.
  public struct Arrays: Sendable {
    enum Form: Sendable {
      /// All elements have the same name: the array's name and this suffix.
      case suffix(String)
      case named(@Sendable (_ array: String, _ index: Int) -> String)
      case comma
    }

    let form: Form

    /// The array's name and empty brackets: `a[]=1&a[]=2`.
    public static let brackets = Arrays(form: .suffix("[]"))

    /// The array's name and an index in brackets: `a[0]=1&a[1]=2`.
    ///
    /// An element that is `nil` and dropped leaves a gap.
    public static let indexed = Arrays(form: .named(indexedName))

    /// The array's name alone: `a=1&a=2`.
    public static let repeated = Arrays(form: .suffix(""))

    /// A single pair for the whole array: `a=1,2`.
    ///
    /// The commas are escaped like any other character, as `%2C` in both standard sets. A comma within an element is
    /// not distinguished from one between elements. An element that is `nil` is empty with ``Query/Nils/bare``, and is
    /// read as an empty text as a `String?`. An array that contains arrays or objects is written like ``indexed``.
    public static let comma = Arrays(form: .comma)

    /// Returns a strategy that names elements with a closure.
    ///
    /// ```swift
    /// encoder.arrays = .custom { array, index in "\(array).\(index)" }    // a.0=1&a.1=2
    /// ```
    ///
    /// - Parameter name: Returns the name of an element, given the array's full name and the element's index, from 0.
    public static func custom(
      _ name: @escaping @Sendable (_ array: String, _ index: Int) -> String
    ) -> Arrays {
      Arrays(form: .named(name))
    }

    static func indexedName(of array: String, _ index: Int) -> String {
      "\(array)[\(index)]"
    }

    var isComma: Bool {
      if case .comma = form { true } else { false }
    }
  }
}
