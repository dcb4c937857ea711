internal import SluiceSupport

extension Query {
  /// A form of the names of nested objects' members, in writing and reading.
  ///
  /// A bracket or a dot within a key is not distinguished from one of the strategy.
  public struct Nesting: Sendable {
    /// A step from the root to a value.
    public enum Step: Sendable, Hashable {
      /// The member of an object with this key, or the element of an array with this index.
      case key(String)
      /// The next element of an array: `[]`.
      case element
    }

    let name: @Sendable (_ object: String, _ key: String) -> String
    let steps: @Sendable (_ name: String) -> [Step]
    /// The characters without which a name is a single key, or `nil` if only `steps` knows.
    var marks: ASCIISet?

    /// The member's key in brackets: `a[b]=1`. An empty key is read as the next element of an array: `a[]=1`.
    public static let brackets = Nesting(
      name: { object, key in "\(object)[\(key)]" },
      steps: { QueryName.steps($0, dots: false) },
      marks: ASCIISet("["))

    /// The member's key after a dot: `a.b=1`. Arrays keep their own form: `a.b[]=1`.
    public static let dots = Nesting(
      name: { object, key in "\(object).\(key)" },
      steps: { QueryName.steps($0, dots: true) },
      marks: ASCIISet("[."))

    /// Returns a strategy that makes and parses names with closures.
    ///
    /// ```swift
    /// encoder.nesting = .custom(
    ///   name: { object, key in "\(object):\(key)" },                       // a:b=1
    ///   steps: { $0.split(separator: ":").map { .key(String($0)) } })
    /// ```
    ///
    /// - Parameters:
    ///   - name: Returns the name of a member, given the object's full name and the member's key.
    ///   - steps: Returns the steps of a name. By default, a name is a single key.
    public static func custom(
      name: @escaping @Sendable (_ object: String, _ key: String) -> String,
      steps: @escaping @Sendable (_ name: String) -> [Step] = { [.key($0)] }
    ) -> Nesting {
      Nesting(name: name, steps: steps)
    }

    /// Whether `name` is known to be a single key.
    func isKey(_ name: String) -> Bool {
      guard let marks else { return false }
      let bytes = name.utf8.span
      for position in bytes.indices where marks.contains(bytes[position]) { return false }
      return true
    }
  }
}

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

extension Query.Encoder {
  /// Options for the layout of a query.
  public struct OutputFormatting: OptionSet, Sendable, Hashable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Creates a set of options from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Sorts the members of each object by the UTF-8 bytes of their written keys.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }
}

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

/// Parses the names of pairs: `a[b][]` is the key `a`, in it the key `b`, and in that the next element.
private enum QueryName {
  /// Returns the steps of `name`: the text up to the first bracket, and then the text in each pair of brackets.
  ///
  /// A name that does not have this form (`a[b`, `a[b]c`) is a single key, including its brackets.
  ///
  /// - Parameters:
  ///   - name: The name of a pair.
  ///   - dots: Whether a dot ends a key as well.
  static func steps(_ name: String, dots: Bool) -> [Query.Nesting.Step] {
    let bytes = name.utf8
    var steps: [Query.Nesting.Step] = []
    var position = bytes.startIndex

    /// Reads a key up to the next bracket or dot.
    func key() -> Query.Nesting.Step {
      let end = bytes[position...].firstIndex { $0 == UInt8(ascii: "[") || dots && $0 == UInt8(ascii: ".") }
      defer { position = end ?? bytes.endIndex }
      return .key(String(name[position..<(end ?? bytes.endIndex)]))
    }

    steps.append(key())
    while position < bytes.endIndex {
      let mark = bytes[position]
      let start = bytes.index(after: position)
      if mark == UInt8(ascii: "[") {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return [.key(name)] }
        steps.append(start == end ? .element : .key(String(name[start..<end])))
        position = bytes.index(after: end)
      } else if dots, mark == UInt8(ascii: ".") {
        position = start
        steps.append(key())
      } else {
        return [.key(name)]
      }
    }
    return steps
  }
}
