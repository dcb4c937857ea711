internal import SluiceSupport

/// A finder of the coding paths of values on a tape.
///
/// It remembers how far it went in the containers of the last path. Finding the paths of all elements of an array, one
/// after the other, thus takes linear time.
struct JSONPath {
  private struct Level {
    let container: Int
    /// The index of a key or element.
    var child: Int
    /// The number of keys or elements before it.
    var number: Int
  }

  private var levels: [Level] = []

  /// Starts over with another document.
  @inline(__always)
  mutating func removeAll() {
    if !levels.isEmpty { levels = [] }
  }

  /// Returns the coding path from one value to another within it.
  ///
  /// - Parameters:
  ///   - outer: The index of the outer value.
  ///   - inner: The index of the inner value, or of its key.
  ///   - tape: The tape of the document.
  ///   - name: A function that returns the coding key for the key at an index, in the object at another.
  /// - Complexity: O(*n*) in the number of values before the inner one in each container around it.
  mutating func path(from outer: Int, to inner: Int, on tape: JSONTape, name: (Int, Int) -> String)
    -> [any CodingKey]
  {
    var path: [any CodingKey] = []
    var container = outer
    while container < inner, tape[container].isContainer, inner < tape[container].end {
      let isObject = tape[container].kind == .object
      if path.count == levels.count { levels.append(Level(container: -1, child: 0, number: 0)) }
      var level = levels[path.count]
      if level.container != container || level.child > inner {
        level = Level(container: container, child: container + 1, number: 0)
      }
      while true {
        let next = tape.next(after: isObject ? level.child + 1 : level.child)
        if inner < next { break }
        level.child = next
        level.number += 1
      }
      levels[path.count] = level
      path.append(
        isObject
          ? AnyCodingKey(stringValue: name(level.child, container)) : AnyCodingKey(index: level.number))
      container = isObject ? level.child + 1 : level.child
    }
    return path
  }
}
