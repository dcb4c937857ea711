/// A tree of encoded values before it is written: the part of ``TreeEncoder`` that a format supplies.
///
/// A node is identified by its position in ``nodes``.
protocol EncodingTree: AnyObject {
  associatedtype Content: EncodingContent

  var nodes: EncodingNodes<Content> { get set }
  var userInfo: [CodingUserInfoKey: Any] { get }
  /// Whether an optional member that is `nil` is encoded as `nil`. If false, the member is left out.
  var encodesAbsentMembers: Bool { get }

  // MARK: Nodes
  // These are requirements of the tree, which knows its `Content`, so that the containers need not know it.

  /// Adds a child whose content is set later.
  ///
  /// The child may be nested too deeply. If it is, adding to it throws an error.
  ///
  /// - Returns: The position of the child.
  func add(_ step: EncodingStep, to parent: Int) -> Int
  /// Adds a child for a value of the given type.
  ///
  /// - Returns: The position of the child.
  /// - Throws: `EncodingError` if the child would be nested too deeply.
  func add(_ step: EncodingStep, to parent: Int, for type: Any.Type) throws -> Int
  /// Adds an element for a value of the given type, after the elements that the array already has.
  ///
  /// - Returns: The position of the element.
  /// - Throws: `EncodingError` if the element would be nested too deeply.
  func addElement(to array: Int, for type: Any.Type) throws -> Int
  /// Removes a child whose value has failed.
  func remove(_ child: Int)
  func childCount(of node: Int) -> Int
  func codingPath(of node: Int) -> [any CodingKey]

  // MARK: Contents of a node

  /// Encodes any value as the content of `node`.
  ///
  /// Types that the format represents itself, such as text, dates and data, are encoded directly, all others through
  /// `encode(to:)`.
  func encode<T: Encodable>(_ value: T, at node: Int) throws
  func encode(bool: Bool, at node: Int)
  func encode<T: FixedWidthInteger>(integer: T, at node: Int) throws
  /// Encodes a number of JSON that neither `Int64` nor `UInt64` represents.
  ///
  /// - Parameters:
  ///   - text: The text of the number.
  ///   - nearest: The nearest `Double`, or `nil` if it is an infinity, or zero although the number is not.
  ///   - node: The position of the node.
  func encode(numberText text: String, nearest: Double?, at node: Int) throws
  func encode<T: BinaryFloatingPoint & LosslessStringConvertible>(real: T, at node: Int) throws
  func encodeNil(at node: Int)

  // MARK: Containers

  /// Makes `node` an array.
  func openArray(at node: Int)
  /// Makes `node` an object.
  func openObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int)

  /// Adds an array to `parent`, for a nested container.
  ///
  /// - Returns: The position of the array.
  func nestedArray(_ step: EncodingStep, of parent: Int) -> Int
  /// Adds an object to `parent`, for a nested container.
  ///
  /// - Returns: The position of the object.
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

  func remove(_ child: Int) { nodes.remove(child) }

  /// Fills a new child. If this fails, nothing of the child remains, because a type may catch the error.
  @inline(__always)
  func fill(_ child: Int, with content: (Int) throws -> Void) throws {
    do {
      try content(child)
    } catch {
      remove(child)
      throw error
    }
  }

  /// Encodes a value through the containers that it requests.
  ///
  /// A type may catch the error of a value and encode another one in its place, so nothing of the value remains then.
  @inline(__always)
  func encodeThroughContainers(_ value: some Encodable, at node: Int) throws {
    let isEmpty = nodes[contentOf: node].isEmpty
    do {
      try value.encode(to: TreeEncoder(tree: self, node: node))
    } catch {
      if isEmpty { nodes.clear(node) }
      throw error
    }
  }

  func childCount(of node: Int) -> Int { nodes[node].childCount }

  func codingPath(of node: Int) -> [any CodingKey] { nodes.codingPath(of: node) }
}
