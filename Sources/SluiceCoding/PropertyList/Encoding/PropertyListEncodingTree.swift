import FoundationEssentials
internal import SluiceSupport

/// The tree that a value is encoded into before it becomes a ``PropertyList/Value``.
final class PropertyListEncodingTree: EncodingTree {
  enum Content {
    /// Not filled yet. A value that encodes nothing becomes an empty dictionary.
    case none
    case value(PropertyList.Value)
    case array
    case dictionary
  }

  private struct Place: Hashable {
    let dictionary: Int
    let key: ExactString
  }

  var nodes: EncodingNodes<Content>
  let userInfo: [CodingUserInfoKey: Any]
  let encodesAbsentMembers = false
  /// The nested containers of dictionaries, by key.
  private var nested: [Place: Int] = [:]
  // SAFETY: Each access is one call of `enter` or `leave`, which call nothing outside of `NestedCalls`. The object is
  // used by one thread at a time.
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  init(encoder: PropertyList.Encoder) {
    userInfo = encoder.userInfo
    nodes = EncodingNodes(empty: .none, maximumDepth: encoder.treeDepth)
  }

  /// Returns the encoded `value`, which must be an array or a dictionary, as in Foundation.
  func encodeRoot<T: Encodable>(_ value: T) throws -> PropertyList.Value {
    try encode(value, at: 0)
    switch nodes[contentOf: 0] {
    case .array, .dictionary, .value(.array), .value(.dictionary): break
    case .value where T.self == PropertyList.Value.self: break
    case .value, .none: throw nodes.refusal(of: T.self, at: 0, "The root must be an array or a dictionary.")
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
      guard calls.enter() else { throw nodes.refusal(of: T.self, at: node, NestedCalls.refusal) }
      defer { calls.leave() }
      try value.encode(to: TreeEncoder(tree: self, node: node))
    }
  }

  func encode(bool: Bool, at node: Int) { set(.bool(bool), at: node) }

  func encode<T: FixedWidthInteger>(integer: T, at node: Int) throws {
    guard let value = Int128(exactly: integer) else {
      let description = "Property lists hold integers from -2^63 to 2^64 - 1."
      throw EncodingError.invalidValue(
        integer, .init(codingPath: nodes.codingPath(of: node), debugDescription: description))
    }
    set(.integer(value), at: node)
  }

  func encode<T: BinaryFloatingPoint & LosslessStringConvertible>(real: T, at node: Int) {
    set(.real(Double(real)), at: node)
  }

  func encodeNil(at node: Int) { set(.null, at: node) }

  func set(_ value: PropertyList.Value, at node: Int) {
    nodes[contentOf: node] = .value(value)
  }

  // MARK: Growing

  /// Makes `node` an array. Its contents stay, because a value may request its container repeatedly.
  func openArray(at node: Int) {
    nodes[contentOf: node] = .array
  }

  /// Makes `node` a dictionary. Its contents stay, because a value may request its container repeatedly.
  func openObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int) {
    nodes[contentOf: node] = .dictionary
  }

  /// Returns a nested array. Repeated requests for the same member of a dictionary return the same array.
  func nestedArray(_ step: EncodingStep, of parent: Int) -> Int {
    if let known = known(step, of: parent), case .array = nodes[contentOf: known] { return known }
    return addNested(.array, step, to: parent)
  }

  /// Returns a nested dictionary. Repeated requests for the same member of a dictionary return the same one.
  func nestedObject<Key: CodingKey>(
    keyedBy type: Key.Type, _ step: EncodingStep, of parent: Int
  ) -> Int {
    if let known = known(step, of: parent), case .dictionary = nodes[contentOf: known] { return known }
    return addNested(.dictionary, step, to: parent)
  }

  private func known(_ step: EncodingStep, of parent: Int) -> Int? {
    guard case .key(let key) = step else { return nil }
    return nested[Place(dictionary: parent, key: ExactString(key))]
  }

  private func addNested(_ content: Content, _ step: EncodingStep, to parent: Int) -> Int {
    let child = nodes.add(step, to: parent)
    nodes[contentOf: child] = content
    if case .key(let key) = step { nested[Place(dictionary: parent, key: ExactString(key))] = child }
    return child
  }
}

// MARK: The whole

extension PropertyListEncodingTree {
  private func whole() throws -> PropertyList.Value {
    var values = [PropertyList.Value](repeating: .null, count: nodes.indices.count)
    // Children come after their parents, so from the end, the children are always complete.
    for node in nodes.indices.reversed() {
      let children = nodes.children(of: node)
      switch nodes[contentOf: node] {
      case .value(let value): values[node] = value
      case _ where nodes.isTooDeep(below: node): throw nodes.tooDeep(PropertyList.Value.self, at: node)
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
}
