internal import SluiceSupport

/// The nodes of an encoded value before it is written.
///
/// A `Codable` type may keep several containers open and fill them in any order, so the whole tree is built first.
struct EncodingNodes<Content> {
  struct Node: LinkedNode {
    var step: EncodingStep
    let parent: Int
    /// The number of steps from the root to this node.
    let depth: Int
    var content: Content
    var firstChild = 0
    var lastChild = 0
    var nextSibling = 0
    var childCount = 0
  }

  private(set) var all: [Node]
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
    all = [Node(step: .root, parent: 0, depth: 0, content: empty)]
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
      Node(step: step, parent: parent, depth: all[parent].depth + 1, content: content), asChildOf: parent)
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
      case .key(let key): path.append(AnyCodingKey(stringValue: key))
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
  case key(String)
  case index(Int)
}
