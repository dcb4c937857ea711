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
