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
