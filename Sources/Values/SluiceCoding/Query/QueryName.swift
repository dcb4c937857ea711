/// Parses the names of pairs: `a[b][]` is the key `a`, in it the key `b`, and in that the next element.
enum QueryName {
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
