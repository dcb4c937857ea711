extension QueryDecodingTree {
  /// Returns the children of a node, in order.
  func children(of node: Int) -> [Int] { nodes.children(of: node) }

  /// Returns the children of an object whose keys are all indices, in the order of the indices.
  ///
  /// - Returns: The elements, or `nil` if a key is not an index.
  func indexedElements(of object: Int) -> [(index: Int, node: Int)]? {
    var elements: [(index: Int, node: Int)] = []
    for child in children(of: object) {
      guard case .key(let key) = nodes[child].step, let index = Self.index(key) else { return nil }
      elements.append((index, child))
    }
    // Each index has a single spelling, so no two are equal.
    elements.sort { $0.index < $1.index }
    return elements
  }

  private static func index(_ key: String) -> Int? {
    guard let index = Int(key), index >= 0, String(index) == key else { return nil }
    return index
  }

  /// Splits the value of `node` into elements, unless that has been done before.
  mutating func splitAtCommas(_ node: Int) {
    guard case .value(let value?) = nodes[node].content, nodes[node].childCount == 0 else { return }
    for element in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      append(.element, to: node, content: .value(String(Substring(element))))
    }
  }
}

extension QueryDecodingTree {
  /// Returns the contents of the tree without a type to decode.
  func untyped(nils: Query.Nils) -> Query.Tree {
    var trees = [Query.Tree](repeating: .null, count: nodes.count)
    // Children come after their parents, so from the end, the children are always complete.
    for node in nodes.indices.reversed() {
      switch nodes[node].content {
      // Pairs have no opaque values.
      case .none, .opaque: break
      case .value(let value): trees[node] = nils.isNil(value) ? .null : .text(value ?? "")
      case .array, .repeated: trees[node] = .array(children(of: node).map { trees[$0] })
      case .object: trees[node] = untypedObject(node, trees)
      }
      for child in children(of: node) { trees[child] = .null }
    }
    return trees[Self.root]
  }

  private func untypedObject(_ object: Int, _ trees: [Query.Tree]) -> Query.Tree {
    if object != Self.root, let elements = indexedElements(of: object),
      elements.last?.index == elements.count - 1
    {
      return .array(elements.map { trees[$0.node] })
    }
    return .object(
      children(of: object).compactMap { child in
        guard case .key(let key) = nodes[child].step else { return nil }
        return Query.Tree.Member(key, trees[child])
      })
  }
}
