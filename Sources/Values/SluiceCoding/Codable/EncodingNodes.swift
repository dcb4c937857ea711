internal import SluiceSupport

/// The nodes of an encoded value before it is written.
///
/// A `Codable` type may keep several containers open and fill them in any order, so the whole tree is built first.
struct EncodingNodes<Content: EncodingContent> {
  struct Node: LinkedNode {
    var step: EncodingStep
    let parent: Int
    /// The number of steps from the root to this node.
    let depth: Int
    var content: Content
    var firstChild = 0
    var lastChild = 0
    let previousSibling: Int
    var nextSibling = 0
    var childCount = 0
  }

  /// The children of an object by key: for each key, the last one.
  private struct Members {
    var places: [ExactString: Int] = [:]
    /// The last child that is in ``places``, or 0 if none is.
    var last = 0
  }

  private(set) var all: [Node]
  /// The error of the whole encoding, if it occurred in a method that cannot throw.
  private(set) var failure: EncodingError?
  /// The members of the objects in which a nested container was requested.
  private var members: [Int: Members] = [:]
  private let empty: Content
  private let maximumDepth: Int

  /// Creates a tree that consists of its root.
  ///
  /// - Parameters:
  ///   - empty: The content of a node that has not been filled.
  ///   - maximumDepth: The greatest depth that a node can have. The root has depth 0.
  init(empty: Content, maximumDepth: Int) {
    self.empty = empty
    self.maximumDepth = maximumDepth
    all = [Node(step: .root, parent: 0, depth: 0, content: empty, previousSibling: 0)]
  }

  var indices: Range<Int> { all.indices }

  /// Allocates room for `count` more nodes.
  ///
  /// The room at least doubles, so that many calls take linear time.
  mutating func reserve(_ count: Int) {
    guard all.capacity - all.count < count else { return }
    all.reserveCapacity(all.count + max(count, all.count))
  }

  /// Removes and returns all nodes, so that they can be changed without a copy.
  mutating func removeAll() -> [Node] {
    defer { all = [] }
    return all
  }

  subscript(node: Int) -> Node { all[node] }

  /// The content of `node`.
  subscript(contentOf node: Int) -> Content {
    get { all[node].content }
    set { all[node].content = newValue }
  }

  /// Sets the content of a node that has none yet. Otherwise, the whole encoding fails at the end.
  mutating func fill(_ node: Int, with content: Content) {
    if all[node].content.isEmpty { all[node].content = content } else { refuse(node) }
  }

  /// Lets the whole encoding fail at the end, because a node that has a content is to have another one.
  mutating func refuse(_ node: Int) {
    failure = failure ?? refusal(of: Any.self, at: node, "Another value has already been encoded here.")
  }

  /// Removes the content of a node whose value has failed, so that another one can take its place.
  mutating func clear(_ node: Int) {
    all[node].content = empty
    (all[node].firstChild, all[node].lastChild, all[node].childCount) = (0, 0, 0)
    members[node] = nil
  }

  /// Removes a child whose value has failed, unless others have been added after it.
  mutating func remove(_ child: Int) {
    let (parent, previous) = (all[child].parent, all[child].previousSibling)
    guard all[parent].lastChild == child else { return }
    if previous == 0 { all[parent].firstChild = 0 } else { all[previous].nextSibling = 0 }
    all[parent].lastChild = previous
    all[parent].childCount -= 1
    if members[parent]?.last == child { members[parent] = nil }
  }

  /// Returns the last child of an object with the given key, or `nil` if there is none.
  ///
  /// - Complexity: All calls for an object together take linear time in the number of its children.
  mutating func lastMember(_ key: String, of object: Int) -> Int? {
    var known = members.removeValue(forKey: object) ?? Members()
    var child = known.last == 0 ? all[object].firstChild : all[known.last].nextSibling
    while child != 0 {
      if case .key(let key, _) = all[child].step { known.places[ExactString(key)] = child }
      known.last = child
      child = all[child].nextSibling
    }
    let place = known.places[ExactString(key)]
    members[object] = known
    return place
  }

  /// Adds a child whose content is set later.
  ///
  /// The child may be nested too deeply. If it is, adding to it throws an error.
  mutating func add(_ step: EncodingStep, to parent: Int) -> Int { add(step, to: parent, content: empty) }

  /// Adds a child with its content.
  ///
  /// The child may be nested too deeply. If it is, adding to it throws an error.
  @discardableResult
  mutating func add(_ step: EncodingStep, to parent: Int, content: Content) -> Int {
    all.append(
      Node(
        step: step, parent: parent, depth: all[parent].depth + 1, content: content,
        previousSibling: all[parent].lastChild), asChildOf: parent)
  }

  /// Adds a child for a value of the given type.
  ///
  /// - Throws: `EncodingError` if the child would be nested too deeply.
  mutating func add(_ step: EncodingStep, to parent: Int, for type: Any.Type) throws -> Int {
    guard !isTooDeep(below: parent) else { throw tooDeep(type, at: parent) }
    return add(step, to: parent)
  }

  /// Whether a child of `node` would be nested too deeply.
  func isTooDeep(below node: Int) -> Bool { all[node].depth >= maximumDepth }

  func children(of node: Int) -> [Int] { all.children(of: node) }

  func codingPath(of node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var node = node
    while node != 0 {
      switch all[node].step {
      case .root: break
      case .key(let name, let key): path.append(key ?? AnyCodingKey(stringValue: name))
      case .index(let index): path.append(AnyCodingKey(index: index))
      }
      node = all[node].parent
    }
    return path.reversed()
  }

  // MARK: Errors

  func tooDeep(_ type: Any.Type, at node: Int) -> EncodingError {
    refusal(of: type, at: node, "More than \(maximumDepth) levels of nesting.")
  }

  /// Returns the error for a value that cannot be encoded.
  ///
  /// The error holds the type instead of the value: printing a value that is nested too deeply recurses as deeply.
  func refusal(of type: Any.Type, at node: Int, _ description: String) -> EncodingError {
    .invalidValue(type, .init(codingPath: codingPath(of: node), debugDescription: description))
  }
}

/// The step from a node's parent to the node.
enum EncodingStep {
  case root
  /// A member, with the coding key that it was encoded for, or `nil` if the key is data.
  case key(String, (any CodingKey)?)
  case index(Int)

  static func key<Key: CodingKey>(_ key: Key) -> EncodingStep {
    // Its name makes an equal key again, and costs less to keep.
    let isNameOnly = Key.self == AnyCodingKey.self && key.intValue == nil
    return .key(key.stringValue, isNameOnly ? nil : key)
  }
}

/// The content of a node.
protocol EncodingContent {
  /// Whether the node has not been filled.
  var isEmpty: Bool { get }
}

/// A node of a tree that is stored in a single array, with links between nodes by position.
///
/// Neither a walk through the tree nor freeing it recurses, however deep it is. A link of 0 means that there is no
/// such node: position 0 is the root, which is never a child.
protocol LinkedNode {
  var firstChild: Int { get set }
  var lastChild: Int { get set }
  var nextSibling: Int { get set }
  var childCount: Int { get set }
}

extension Array where Element: LinkedNode {
  /// Appends a node as the last child of `parent`.
  ///
  /// - Returns: The position of the new node.
  @inline(__always)
  mutating func append(_ node: Element, asChildOf parent: Int) -> Int {
    let child = count
    let last = self[parent].lastChild
    append(node)
    if last == 0 {
      self[parent].firstChild = child
    } else {
      self[last].nextSibling = child
    }
    self[parent].lastChild = child
    self[parent].childCount += 1
    return child
  }

  /// Returns the positions of a node's children, in order.
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    children.reserveCapacity(self[node].childCount)
    var child = self[node].firstChild
    while child != 0 {
      children.append(child)
      child = self[child].nextSibling
    }
    return children
  }
}
