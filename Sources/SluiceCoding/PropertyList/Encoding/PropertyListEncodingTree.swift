import FoundationEssentials

/// What a value encoded, before it is a ``PropertyList/Value``.
///
/// A `Codable` type may hold several containers open and fill them in any order, so the whole tree is made
/// first. It lives in one array and its nodes are linked by position: however deep it is, nothing recurses to
/// walk or to free it.
final class PropertyListEncodingTree {
  struct Node {
    enum Content {
      /// Nothing yet. A value that encodes nothing is an empty dictionary.
      case none
      case value(PropertyList.Value)
      case array
      case dictionary
    }

    enum Step {
      case root
      case key(String)
      case index(Int)
    }

    let step: Step
    let parent: Int
    /// How many steps lead here from the root.
    let depth: Int
    var content: Content
    /// Positions of other nodes, or 0: the root is nobody's child.
    var firstChild = 0
    var lastChild = 0
    var nextSibling = 0
    var childCount = 0
  }

  private struct Place: Hashable {
    let dictionary: Int
    let key: ExactString
  }

  private(set) var nodes = [Node(step: .root, parent: 0, depth: 0, content: .none)]
  let userInfo: [CodingUserInfoKey: Any]
  private let maxDepth: Int
  /// The containers that dictionaries made themselves.
  private var nested: [Place: Int] = [:]
  private var recursion = 0
  private lazy var stackRoom = StackRoom()

  init(encoder: PropertyList.Encoder) {
    userInfo = encoder.userInfo
    maxDepth = encoder.treeDepth
  }

  /// What `value` encodes, which has to be an array or a dictionary, as in Foundation.
  func encodeRoot<T: Encodable>(_ value: T) throws -> PropertyList.Value {
    try encode(value, at: 0)
    switch nodes[0].content {
    case .array, .dictionary, .value(.array), .value(.dictionary): break
    case .value where T.self == PropertyList.Value.self: break
    case .value, .none: throw refusal(of: T.self, at: 0, "The root has to be an array or a dictionary.")
    }
    return try whole()
  }

  /// Encodes `value` as the content of `node`.
  func encode<T: Encodable>(_ value: T, at node: Int) throws {
    // Comparing types is much cheaper than casting.
    if T.self == String.self, let text = value as? String {
      set(.string(text), at: node)
    } else if T.self == Date.self, let date = value as? Date {
      set(.date(date), at: node)
    } else if T.self == Data.self, let data = value as? Data {
      set(.data(data), at: node)
    } else if T.self == PropertyList.Value.self, let value = value as? PropertyList.Value {
      set(value, at: node)
    } else {
      recursion += 1
      defer { recursion -= 1 }
      // Shallow values need no look at the stack, whose bounds take some time to learn.
      if recursion > 32, stackRoom.isShort {
        throw refusal(of: T.self, at: node, "Nested too deeply for this thread's stack.")
      }
      try value.encode(to: PropertyListTreeEncoder(tree: self, node: node))
    }
  }

  func encode<T: FixedWidthInteger>(integer value: T, at node: Int) throws {
    guard let integer = Int128(exactly: value) else {
      let description = "Property lists hold integers from -2^63 to 2^64 - 1."
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath(of: node), debugDescription: description))
    }
    set(.integer(integer), at: node)
  }

  func set(_ value: PropertyList.Value, at node: Int) {
    nodes[node].content = .value(value)
  }

  // MARK: Growing

  /// Makes `node` a container. What it holds already stays: a value may ask for its container again.
  func openArray(at node: Int) {
    nodes[node].content = .array
  }

  func openDictionary(at node: Int) {
    nodes[node].content = .dictionary
  }

  /// The array or dictionary that is the member of `parent` for `key`. Asked for again, it is the same one.
  func nestedArray(_ key: String, of parent: Int) -> Int {
    if let known = nested[Place(dictionary: parent, key: ExactString(key))],
      case .array = nodes[known].content
    {
      return known
    }
    return addNested(.array, key, to: parent)
  }

  func nestedDictionary(_ key: String, of parent: Int) -> Int {
    if let known = nested[Place(dictionary: parent, key: ExactString(key))],
      case .dictionary = nodes[known].content
    {
      return known
    }
    return addNested(.dictionary, key, to: parent)
  }

  private func addNested(_ content: Node.Content, _ key: String, to parent: Int) -> Int {
    let child = add(.key(key), to: parent)
    nodes[child].content = content
    nested[Place(dictionary: parent, key: ExactString(key))] = child
    return child
  }

  /// Adds a child whose content comes later. It may lie too deep: then what is added to it will throw.
  func add(_ step: Node.Step, to parent: Int) -> Int {
    let child = nodes.count
    let last = nodes[parent].lastChild
    nodes.append(Node(step: step, parent: parent, depth: nodes[parent].depth + 1, content: .none))
    if last == 0 {
      nodes[parent].firstChild = child
    } else {
      nodes[last].nextSibling = child
    }
    nodes[parent].lastChild = child
    nodes[parent].childCount += 1
    return child
  }

  /// Adds a child for a value, unless it would lie too deep.
  func add<T>(_ step: Node.Step, to parent: Int, for type: T.Type) throws -> Int {
    guard nodes[parent].depth < maxDepth else {
      throw refusal(of: T.self, at: parent, "More than \(maxDepth) levels of nesting.")
    }
    return add(step, to: parent)
  }

  func codingPath(of node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var node = node
    while node != 0 {
      switch nodes[node].step {
      case .root: break
      case .key(let key): path.append(AnyCodingKey(stringValue: key))
      case .index(let index): path.append(AnyCodingKey(index: index))
      }
      node = nodes[node].parent
    }
    return path.reversed()
  }

  /// The error holds the type alone: to print a value that is too deep recurses as deeply.
  private func refusal(of type: Any.Type, at node: Int, _ description: String) -> EncodingError {
    .invalidValue(type, .init(codingPath: codingPath(of: node), debugDescription: description))
  }
}

// MARK: The whole

extension PropertyListEncodingTree {
  private func whole() throws -> PropertyList.Value {
    var values = [PropertyList.Value](repeating: .null, count: nodes.count)
    // A child comes after its parent: from the end, the children are always ready.
    for node in nodes.indices.reversed() {
      let children = children(of: node)
      switch nodes[node].content {
      case .value(let value): values[node] = value
      case _ where nodes[node].depth >= maxDepth:
        throw refusal(of: PropertyList.Value.self, at: node, "More than \(maxDepth) levels of nesting.")
      case .none: values[node] = .dictionary([])
      case .array: values[node] = .array(children.map { values[$0] })
      case .dictionary:
        let members = children.compactMap { child -> PropertyList.Value.Member? in
          guard case .key(let key) = nodes[child].step else { return nil }
          return .init(key, values[child])
        }
        values[node] = .dictionary(mergingMembers: members)
      }
      for child in children { values[child] = .null }
    }
    return values[0]
  }

  private func children(of node: Int) -> [Int] {
    var children: [Int] = []
    children.reserveCapacity(nodes[node].childCount)
    var child = nodes[node].firstChild
    while child != 0 {
      children.append(child)
      child = nodes[child].nextSibling
    }
    return children
  }
}
