/// The containers around what is being written, from the root inwards: a writer's stack, which knows the way.
struct PropertyListTrail {
  /// What comes next in the innermost container.
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
    /// How many were handed out.
    var passed = 0
  }

  private let maxDepth: Int
  private let sortsKeys: Bool
  private var levels: [Level] = []

  init(maxDepth: Int, sortsKeys: Bool) {
    self.maxDepth = maxDepth
    self.sortsKeys = sortsKeys
  }

  var depth: Int { levels.count }

  mutating func enter(_ elements: [PropertyList.Value]) throws {
    try enter(Level(content: .elements(elements)))
  }

  /// Returns the members in the order in which they will come.
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

  /// Makes sure that one more container may lie here.
  func checkDepth() throws {
    guard depth < maxDepth else {
      // The error holds the type alone: to print a value that is too deep recurses as deeply.
      throw refusal(of: PropertyList.Value.self, "More than \(maxDepth) levels of nesting.")
    }
  }

  /// The next element or member of the innermost container, or its end, which leaves it.
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

  /// The error for a value that cannot be written, with the way to it.
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
