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

  /// The way from the root to a value.
  ///
  /// The elements of an array mostly have the same name, so the route of a value is kept for the next one.
  private struct Route {
    let name: ExactString
    let steps: [Query.Nesting.Step]
    /// The number of keys before the first other step.
    let keyCount: Int
    /// The node to which these keys lead.
    let start: Int
  }

  static let root = 0
  /// A node that stands for everything that is missing.
  static let absent = 1

  private(set) var nodes: [Node] = [
    Node(step: .element, parent: root, content: .object),
    Node(step: .element, parent: root, content: .none),
  ]
  private var members = QueryMemberTable()
  /// A copy of a hasher takes less time than a new one.
  private let hasher = Hasher()

  init(pairs: Query.Pairs, nesting: Query.Nesting, maximumDepth: Int) throws(DecodingError) {
    nodes.reserveCapacity(pairs.count + nodes.count)
    var route: Route?
    for pair in pairs {
      try add(.value(pair.value), named: pair.name, &route, nesting, maximumDepth)
    }
  }

  init(entries: [Query.Entry], nesting: Query.Nesting, maximumDepth: Int) throws(DecodingError) {
    nodes.reserveCapacity(entries.count + nodes.count)
    var route: Route?
    for entry in entries {
      let content: Node.Content =
        switch entry.value {
        case .text(let text): .value(text)
        case .opaque(let value): .opaque(value)
        }
      try add(content, named: entry.name, &route, nesting, maximumDepth)
    }
  }

  /// Returns the member of `object` with this key.
  func member(_ key: String, of object: Int) -> Int? {
    let key = ExactString(key)
    return members.node(hash: hash(key, of: object)) { isMember($0, key, of: object) }
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

  /// Adds a value.
  ///
  /// - Parameter route: The last route, which becomes that of this value. A name that is a single key needs none.
  private mutating func add(
    _ value: Node.Content, named name: String, _ route: inout Route?, _ nesting: Query.Nesting,
    _ maximumDepth: Int
  ) throws(DecodingError) {
    if maximumDepth > 0, nesting.isKey(name) {
      return try add(value, to: member(name, addedTo: Self.root))
    }
    let name = ExactString(name)
    if let route, route.name == name {
      try add(value, along: route)
    } else {
      let new = try self.route(to: name, nesting, maximumDepth)
      route = new
      try add(value, along: new)
    }
  }

  private mutating func add(_ value: Node.Content, along route: Route) throws(DecodingError) {
    var node = route.start
    for index in route.keyCount..<route.steps.count {
      node = try child(of: node, by: route.steps[index], before: route.steps[(index + 1)...])
    }
    try add(value, to: node)
  }

  private mutating func route(
    to name: ExactString, _ nesting: Query.Nesting, _ maximumDepth: Int
  ) throws(DecodingError) -> Route {
    let steps = nesting.steps(name.text)
    guard steps.count <= maximumDepth else {
      throw corrupted(at: Self.root, "A name has more than \(maximumDepth) levels of nesting.")
    }
    var start = Self.root
    var keyCount = 0
    while keyCount < steps.count, case .key(let key) = steps[keyCount] {
      start = try member(key, addedTo: start)
      keyCount += 1
    }
    return Route(name: name, steps: steps, keyCount: keyCount, start: start)
  }

  private mutating func child(
    of parent: Int, by step: Query.Nesting.Step, before rest: ArraySlice<Query.Nesting.Step>
  ) throws(DecodingError) -> Int {
    switch step {
    case .key(let key): return try member(key, addedTo: parent)
    case .element:
      switch nodes[parent].content {
      case .none: nodes[parent].content = .array
      case .array: break
      default: throw mixed(at: parent)
      }
      let last = nodes[parent].lastChild
      return last != 0 && takes(rest, last) ? last : append(step, to: parent)
    }
  }

  /// Returns the member of `object` with this key, which is added if there is none.
  private mutating func member(_ text: String, addedTo object: Int) throws(DecodingError) -> Int {
    switch nodes[object].content {
    case .none: nodes[object].content = .object
    case .object: break
    default: throw mixed(at: object)
    }
    let key = ExactString(text)
    let hash = hash(key, of: object)
    if let known = members.node(hash: hash, where: { isMember($0, key, of: object) }) { return known }
    let child = append(.key(text), to: object)
    members.insert(child, hash: hash)
    return child
  }

  private func hash(_ key: ExactString, of object: Int) -> Int {
    var hasher = hasher
    hasher.combine(object)
    hasher.combine(key)
    return hasher.finalize()
  }

  private func isMember(_ node: Int, _ key: ExactString, of object: Int) -> Bool {
    guard nodes[node].parent == object, case .key(let known) = nodes[node].step else { return false }
    return ExactString(known) == key
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
      throw mixed(at: node)
    }
  }

  @discardableResult
  mutating func append(_ step: Query.Nesting.Step, to parent: Int, content: Node.Content = .none) -> Int {
    nodes.append(Node(step: step, parent: parent, content: content), asChildOf: parent)
  }

  private func mixed(at node: Int) -> DecodingError {
    corrupted(at: node, "This name is used for more than one kind: value, array and object.")
  }

  private func corrupted(at node: Int, _ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(of: node), debugDescription: description))
  }
}

/// A hash table of the members of all objects.
///
/// It contains the positions of nodes, whose names are compared by the caller. Unlike a table of the standard library,
/// it keeps the hash values, so that it hashes no name again when it grows.
///
/// It uses open addressing and linear probing. At least half of the slots are free, and their number is a power of two.
private struct QueryMemberTable {
  private struct Slot {
    var hash = 0
    /// The position of a node, or 0, the position of the root, if the slot is free.
    var node = 0
  }

  private var slots = Array(repeating: Slot(), count: 16)
  private var count = 0

  /// Returns the node with a hash value for which `isEqual` returns true, or `nil` if there is none.
  func node(hash: Int, where isEqual: (_ node: Int) -> Bool) -> Int? {
    var position = hash & (slots.count - 1)
    while slots[position].node != 0 {
      if slots[position].hash == hash, isEqual(slots[position].node) { return slots[position].node }
      position = (position + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Inserts a node that the table does not contain.
  mutating func insert(_ node: Int, hash: Int) {
    count += 1
    if count * 2 > slots.count {
      let known = slots
      slots = Array(repeating: Slot(), count: slots.count * 2)
      for slot in known where slot.node != 0 { fill(slot) }
    }
    fill(Slot(hash: hash, node: node))
  }

  private mutating func fill(_ slot: Slot) {
    var position = slot.hash & (slots.count - 1)
    while slots[position].node != 0 { position = (position + 1) & (slots.count - 1) }
    slots[position] = slot
  }
}
