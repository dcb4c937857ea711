/// Takes the names of pairs apart: `a[b][]` is the key `a`, in it the key `b`, in it the next element.
enum QueryName {
  /// The steps of `name`: its text up to the first bracket, then each bracket's. Where `dots`, a dot ends a
  /// key as well.
  ///
  /// A name that is not of this form (`a[b`, `a[b]c`) is one key, brackets and all.
  static func steps(_ name: String, dots: Bool) -> [QueryNesting.Step] {
    let bytes = name.utf8
    var steps: [QueryNesting.Step] = []
    var position = bytes.startIndex

    /// Takes a key up to the next bracket or dot.
    func key() -> QueryNesting.Step {
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
