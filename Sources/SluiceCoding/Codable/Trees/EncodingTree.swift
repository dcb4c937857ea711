/// What values encode themselves into, before it has its form: a format's own part of ``TreeEncoder``. Nodes are named by
/// their places among the ``EncodingNodes``.
protocol EncodingTree: AnyObject {
  associatedtype Content

  var nodes: EncodingNodes<Content> { get set }
  var userInfo: [CodingUserInfoKey: Any] { get }
  /// Whether an optional member that is nil is encoded as nil, rather than not at all.
  var encodesAbsentMembers: Bool { get }

  // MARK: Nodes
  // These are asked of the tree, which knows what its nodes are made of, so that containers need not.

  /// Adds a child whose content comes later. It may lie too deep: then what is added to it will throw.
  func add(_ step: EncodingStep, to parent: Int) -> Int
  /// Adds a child for a value, unless it would lie too deep.
  func add(_ step: EncodingStep, to parent: Int, for type: Any.Type) throws -> Int
  /// As `add`, behind the children that an array has.
  func addElement(to array: Int, for type: Any.Type) throws -> Int
  func childCount(of node: Int) -> Int
  func codingPath(of node: Int) -> [any CodingKey]

  // MARK: Contents of a node

  /// Encodes any value: texts, dates, data and what else the format knows as they are, all others through
  /// `encode(to:)`.
  func encode<T: Encodable>(_ value: T, at node: Int) throws
  func encode(bool: Bool, at node: Int)
  func encode<T: FixedWidthInteger>(integer: T, at node: Int) throws
  func encode<T: BinaryFloatingPoint & LosslessStringConvertible>(real: T, at node: Int) throws
  func encodeNil(at node: Int)

  // MARK: Containers

  /// Makes `node` a container.
  func openArray(at node: Int)
  func openObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int)

  /// A container that a container of the value's own, `parent`, has as its child at `step`.
  func nestedArray(_ step: EncodingStep, of parent: Int) -> Int
  func nestedObject<Key: CodingKey>(
    keyedBy type: Key.Type, _ step: EncodingStep, of parent: Int
  ) -> Int
}

extension EncodingTree {
  func add(_ step: EncodingStep, to parent: Int) -> Int { nodes.add(step, to: parent) }

  func add(_ step: EncodingStep, to parent: Int, for type: Any.Type) throws -> Int {
    try nodes.add(step, to: parent, for: type)
  }

  func addElement(to array: Int, for type: Any.Type) throws -> Int {
    try nodes.add(.index(nodes[array].childCount), to: array, for: type)
  }

  func childCount(of node: Int) -> Int { nodes[node].childCount }

  func codingPath(of node: Int) -> [any CodingKey] { nodes.codingPath(of: node) }
}
