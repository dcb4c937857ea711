extension QueryTreeReader {
  /// Reads an array or a dictionary of the most common types.
  ///
  /// The containers of `Codable`, which all other types use, take several times as long for each element.
  ///
  /// - Returns: The value, or `nil` if the type is another one, or if the node or an element does not match its type.
  func collection<T>(of type: T.Type, at node: Int) -> T? {
    // Comparing types is much cheaper than casting.
    if T.self == [String].self { return elements(of: node) { $0 } as? T }
    if T.self == [Int].self { return elements(of: node) { Int($0) } as? T }
    if T.self == [String: String].self { return members(of: node) { $0 } as? T }
    if T.self == [String: Int].self { return members(of: node) { Int($0) } as? T }
    return nil
  }

  @inline(__always)
  private func elements<Element>(of node: Int, as value: (String) -> Element?) -> [Element]? {
    guard let children = try? elements(of: node, path: []) else { return nil }
    let nodes = tree.nodes
    var elements: [Element] = []
    elements.reserveCapacity(children.count)
    for child in children {
      guard case .value(let text) = nodes[child].content, let element = value(text ?? "") else { return nil }
      elements.append(element)
    }
    return elements
  }

  @inline(__always)
  private func members<Value>(of node: Int, as value: (String) -> Value?) -> [String: Value]? {
    let nodes = tree.nodes
    guard case .object = nodes[node].content else { return nil }
    var members: [String: Value] = [:]
    members.reserveCapacity(nodes[node].childCount)
    var child = nodes[node].firstChild
    while child != 0 {
      guard case .key(let key) = nodes[child].step, case .value(let text) = nodes[child].content,
        let member = value(text ?? "")
      else { return nil }
      members[key] = member
      child = nodes[child].nextSibling
    }
    return members
  }
}
