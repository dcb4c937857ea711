import FoundationEssentials
internal import SluiceSupport

/// The tree that a value is encoded into before it becomes a ``PropertyList/Value``.
final class PropertyListEncodingTree: EncodingTree {
  enum Content: EncodingContent {
    /// Not filled yet. A value that encodes nothing becomes an empty dictionary.
    case none
    case value(PropertyList.Value)
    case array
    case dictionary

    var isEmpty: Bool { if case .none = self { true } else { false } }
  }

  var nodes: EncodingNodes<Content>
  let userInfo: [CodingUserInfoKey: Any]
  let encodesAbsentMembers = false
  // SAFETY: Each access is one call of `enter` or `leave`, which call nothing outside of `NestedCalls`. The object is
  // used by one thread at a time.
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  init(encoder: PropertyList.Encoder) {
    userInfo = encoder.userInfo
    nodes = EncodingNodes(empty: .none, maximumDepth: encoder.treeDepth)
  }

  /// Returns the encoded `value`, which must be an array, a dictionary or data, as in Foundation.
  func encodeRoot<T: Encodable>(_ value: T) throws -> PropertyList.Value {
    try encode(value, at: 0)
    if let failure = nodes.failure { throw failure }
    switch nodes[contentOf: 0] {
    case .array, .dictionary, .value(.array), .value(.dictionary), .value(.data): break
    case .value where T.self == PropertyList.Value.self: break
    case .value, .none:
      throw nodes.refusal(of: T.self, at: 0, "The root must be an array, a dictionary or data.")
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
      try encodeThroughContainers(value, at: node)
    }
  }

  func encode(bool: Bool, at node: Int) { set(.bool(bool), at: node) }

  func encode<T: FixedWidthInteger>(integer: T, at node: Int) throws {
    guard let value = Int128(exactly: integer) else {
      throw refusal(of: integer, PropertyList.Value.integersDescription, at: node)
    }
    set(.integer(value), at: node)
  }

  /// Only `Int64` and `UInt64` are integers of property lists.
  func encode(numberText text: String, nearest: Double?, at node: Int) throws {
    if DecimalText.isInteger(text) {
      throw refusal(of: text, PropertyList.Value.integersDescription, at: node)
    }
    guard let nearest else {
      throw refusal(of: text, "Property lists hold real numbers of 64 bits.", at: node)
    }
    set(.real(nearest), at: node)
  }

  private func refusal(of value: Any, _ description: String, at node: Int) -> EncodingError {
    .invalidValue(value, .init(codingPath: nodes.codingPath(of: node), debugDescription: description))
  }

  func encode<T: BinaryFloatingPoint & LosslessStringConvertible>(real: T, at node: Int) {
    set(.real(Double(real)), at: node)
  }

  func encodeNil(at node: Int) { set(.null, at: node) }

  func set(_ value: PropertyList.Value, at node: Int) {
    nodes.fill(node, with: .value(value))
  }

  // MARK: Growing

  /// Makes `node` an array. Its elements stay, because a value may request its container repeatedly.
  func openArray(at node: Int) {
    if !becomesArray(node) { nodes.refuse(node) }
  }

  /// Makes `node` a dictionary. Its members stay, because a value may request its container repeatedly.
  func openObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int) {
    if !becomesDictionary(node) { nodes.refuse(node) }
  }

  /// Returns a nested array. The last value with the same key is continued.
  func nestedArray(_ step: EncodingStep, of parent: Int) -> Int {
    let node = place(step, of: parent)
    openArray(at: node)
    return node
  }

  /// Returns a nested dictionary. The last value with the same key is continued.
  func nestedObject<Key: CodingKey>(
    keyedBy type: Key.Type, _ step: EncodingStep, of parent: Int
  ) -> Int {
    let node = place(step, of: parent)
    openObject(keyedBy: type, at: node)
    return node
  }

  private func place(_ step: EncodingStep, of parent: Int) -> Int {
    guard case .key(let key, _) = step, let known = nodes.lastMember(key, of: parent) else {
      return nodes.add(step, to: parent)
    }
    // A value that has encoded nothing is an empty dictionary.
    if nodes[contentOf: known].isEmpty { nodes[contentOf: known] = .dictionary }
    return known
  }

  private func becomesArray(_ node: Int) -> Bool {
    switch nodes[contentOf: node] {
    case .array: return true
    case .none: nodes[contentOf: node] = .array
    case .value(.array(let elements)):
      nodes[contentOf: node] = .array
      for (index, element) in elements.enumerated() {
        nodes.add(.index(index), to: node, content: .value(element))
      }
    case .value, .dictionary: return false
    }
    return true
  }

  private func becomesDictionary(_ node: Int) -> Bool {
    switch nodes[contentOf: node] {
    case .dictionary: return true
    case .none: nodes[contentOf: node] = .dictionary
    case .value(.dictionary(let members)):
      nodes[contentOf: node] = .dictionary
      for member in members { nodes.add(.key(member.key, nil), to: node, content: .value(member.value)) }
    case .value, .array: return false
    }
    return true
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
          guard case .key(let key, _) = nodes[child].step else { return nil }
          return .init(key, values[child])
        }
        values[node] = .dictionary(mergingMembers: members)
      }
      for child in children { values[child] = .null }
    }
    return values[0]
  }
}
