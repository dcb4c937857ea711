internal import SluiceSupport

/// The objects, arrays and values that the names of pairs describe.
///
/// All nodes are in one array, linked by position, and a single table finds every member by its key. A pair takes
/// time linear in the length of its name, and nothing recurses.
///
/// The content of a node depends on the names that lead to it. Any other combination is an error:
///
/// ```
///          a=1             a=2
/// none --+------> value ---------> repeated    a=3 adds an element
///        | a[b]=1
///        +------> object                       a[c]=2 adds a member, or continues one that exists
///        | a[]=1
///        +------> array                        a[]=2 adds an element, or continues the last one
/// ```
///
/// The nodes of `a[b]=1&a[c][]=2&a[c][]=3`, where a link of 0 means none:
///
/// ```
///    step    content    parent  firstChild  lastChild  nextSibling  childCount
/// 0  root    object     0       2           2          0            1
/// 1  absent  none       0       0           0          0            0
/// 2  "a"     object     0       3           4          0            2
/// 3  "b"     value "1"  2       0           0          4            0
/// 4  "c"     array      2       5           6          0            2
/// 5  []      value "2"  4       0           0          6            0
/// 6  []      value "3"  4       0           0          0            0
/// ```
struct QueryDecodingTree {
  struct Node: LinkedNode {
    enum Content {
      case none
      /// A single text, or `nil` for a name alone.
      case value(String?)
      /// A single value that is not text.
      indirect case opaque(any Query.OpaqueValue)
      /// Several values of the same name.
      case repeated
      case array
      case object
    }

    let step: Query.Nesting.Step
    let parent: Int
    var content: Content
    var firstChild = 0
    var lastChild = 0
    var nextSibling = 0
    var childCount = 0
  }

  private struct MemberName: Hashable {
    let object: Int
    let key: ExactString
  }

  static let root = 0
  /// A node that stands for everything that is missing.
  static let absent = 1

  private(set) var nodes: [Node] = [
    Node(step: .element, parent: root, content: .object),
    Node(step: .element, parent: root, content: .none),
  ]
  private var members: [MemberName: Int] = [:]

  init(pairs: Query.Pairs, nesting: Query.Nesting, maximumDepth: Int) throws(DecodingError) {
    nodes.reserveCapacity(pairs.count + nodes.count)
    for pair in pairs {
      try add(.value(pair.value), at: nesting.steps(pair.name), maximumDepth: maximumDepth)
    }
  }

  init(entries: [Query.Entry], nesting: Query.Nesting, maximumDepth: Int) throws(DecodingError) {
    nodes.reserveCapacity(entries.count + nodes.count)
    for entry in entries {
      let content: Node.Content =
        switch entry.value {
        case .text(let text): .value(text)
        case .opaque(let value): .opaque(value)
        }
      try add(content, at: nesting.steps(entry.name), maximumDepth: maximumDepth)
    }
  }

  /// Returns the member of `object` with this key.
  func member(_ key: String, of object: Int) -> Int? {
    members[MemberName(object: object, key: ExactString(key))]
  }

  /// Returns the keys on the way from the root to `node`.
  func codingPath(of node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var node = node
    while node != Self.root {
      let parent = nodes[node].parent
      switch nodes[node].step {
      case .key(let key): path.append(AnyCodingKey(stringValue: key))
      case .element: path.append(AnyCodingKey(index: children(of: parent).firstIndex(of: node) ?? 0))
      }
      node = parent
    }
    return path.reversed()
  }

  // MARK: Growing

  private mutating func add(
    _ value: Node.Content, at steps: [Query.Nesting.Step], maximumDepth: Int
  ) throws(DecodingError) {
    guard steps.count <= maximumDepth else {
      throw corrupted(at: Self.root, "A name has more than \(maximumDepth) levels of nesting.")
    }
    var node = Self.root
    for index in steps.indices {
      node = try child(of: node, by: steps[index], before: steps[(index + 1)...])
    }
    try add(value, to: node)
  }

  private mutating func child(
    of parent: Int, by step: Query.Nesting.Step, before rest: ArraySlice<Query.Nesting.Step>
  ) throws(DecodingError) -> Int {
    switch (step, nodes[parent].content) {
    case (.key, .none): nodes[parent].content = .object
    case (.element, .none): nodes[parent].content = .array
    case (.key, .object), (.element, .array): break
    default: throw corrupted(at: parent, "This name is used for more than one kind: value, array and object.")
    }
    switch step {
    case .key(let key):
      if let known = member(key, of: parent) { return known }
      let child = append(step, to: parent)
      members[MemberName(object: parent, key: ExactString(key))] = child
      return child
    case .element:
      let last = nodes[parent].lastChild
      return last != 0 && takes(rest, last) ? last : append(step, to: parent)
    }
  }

  /// Whether a value goes into the last element of an array, rather than into a new element: `a[][b]=1&a[][c]=2`.
  private func takes(_ rest: ArraySlice<Query.Nesting.Step>, _ element: Int) -> Bool {
    switch (nodes[element].content, rest.first) {
    case (.array, .element): return true
    case (.object, .key):
      var node = element
      for step in rest {
        guard case .key(let key) = step, let member = member(key, of: node) else { return true }
        node = member
      }
      return false
    default: return false
    }
  }

  private mutating func add(_ value: Node.Content, to node: Int) throws(DecodingError) {
    switch nodes[node].content {
    case .none:
      nodes[node].content = value
    case .value, .opaque:
      let first = nodes[node].content
      nodes[node].content = .repeated
      append(.element, to: node, content: first)
      append(.element, to: node, content: value)
    case .repeated:
      append(.element, to: node, content: value)
    case .array, .object:
      throw corrupted(at: node, "This name is used for more than one kind: value, array and object.")
    }
  }

  @discardableResult
  mutating func append(_ step: Query.Nesting.Step, to parent: Int, content: Node.Content = .none) -> Int {
    nodes.append(Node(step: step, parent: parent, content: content), asChildOf: parent)
  }

  private func corrupted(at node: Int, _ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(of: node), debugDescription: description))
  }
}
