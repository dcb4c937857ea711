internal import SluiceSupport

/// The path from the root to what is being written: the stack of a writer, which does not recurse.
struct PropertyListTrail {
  /// The next step of a writer in the innermost container.
  enum Step {
    case element(PropertyList.Value)
    case member(PropertyList.Value.Member)
    case endOfArray
    case endOfDictionary
  }

  private struct Level {
    enum Content {
      case elements([PropertyList.Value])
      case members([PropertyList.Value.Member])
    }

    let content: Content
    /// The number of elements or members that have been returned.
    var passed = 0
  }

  private let maximumDepth: Int
  private let sortsKeys: Bool
  private var levels: [Level] = []

  init(maximumDepth: Int, sortsKeys: Bool) {
    self.maximumDepth = maximumDepth
    self.sortsKeys = sortsKeys
  }

  var depth: Int { levels.count }

  /// Enters an array.
  mutating func enter(_ elements: [PropertyList.Value]) throws {
    try enter(Level(content: .elements(elements)))
  }

  /// Enters a dictionary.
  ///
  /// - Returns: The members in the order in which they follow.
  @discardableResult
  mutating func enter(_ members: [PropertyList.Value.Member]) throws -> [PropertyList.Value.Member] {
    let members = sortsKeys ? members.sorted { ExactString($0.key) < ExactString($1.key) } : members
    try enter(Level(content: .members(members)))
    return members
  }

  private mutating func enter(_ level: Level) throws {
    try checkDepth()
    levels.append(level)
  }

  /// Throws an error if another container would be nested too deeply.
  func checkDepth() throws {
    guard depth < maximumDepth else {
      // The error holds the type instead of the value: printing a value that is too deep recurses as deeply.
      throw refusal(of: PropertyList.Value.self, "More than \(maximumDepth) levels of nesting.")
    }
  }

  /// Returns the next element or member of the innermost container, or its end, which leaves the container.
  ///
  /// - Returns: The step, or `nil` after the end of the root.
  mutating func next() -> Step? {
    guard let level = levels.popLast() else { return nil }
    switch level.content {
    case .elements(let elements):
      guard level.passed < elements.count else { return .endOfArray }
      levels.append(Level(content: level.content, passed: level.passed + 1))
      return .element(elements[level.passed])
    case .members(let members):
      guard level.passed < members.count else { return .endOfDictionary }
      levels.append(Level(content: level.content, passed: level.passed + 1))
      return .member(members[level.passed])
    }
  }

  /// Returns the error for a value that cannot be written, with the path to the value.
  func refusal(of value: Any, _ description: String) -> EncodingError {
    let path = levels.compactMap { level -> (any CodingKey)? in
      guard level.passed > 0 else { return nil }
      return switch level.content {
      case .elements: AnyCodingKey(index: level.passed - 1)
      case .members(let members): AnyCodingKey(stringValue: members[level.passed - 1].key)
      }
    }
    return .invalidValue(value, .init(codingPath: path, debugDescription: description))
  }
}
