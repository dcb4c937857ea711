extension QueryEncodingTree {
  /// Encodes an array or a dictionary of the most common types as the content of `node`.
  ///
  /// The containers of `Codable`, which all other types use, take several times as long for each element.
  ///
  /// - Returns: False if the value has another type, or an element that is an error.
  func encodeCollection<T>(_ value: T, at node: Int) throws -> Bool {
    // Comparing types is much cheaper than casting.
    if T.self == [String].self, let texts = value as? [String] {
      try encode(elements: texts, at: node) { $0 }
    } else if T.self == [Int].self, let numbers = value as? [Int] {
      try encode(elements: numbers, at: node, text: String.init)
    } else if !nodes[contentOf: node].isEmpty {
      // The members are added to those of another type.
      return false
    } else if T.self == [String: String].self, let texts = value as? [String: String] {
      try encode(members: texts, at: node) { $0 }
    } else if T.self == [String: Int].self, let numbers = value as? [String: Int] {
      try encode(members: numbers, at: node, text: String.init)
    } else {
      return false
    }
    return true
  }

  @inline(__always)
  private func encode<Element>(elements: [Element], at node: Int, text: (Element) -> String) throws {
    openArray(at: node)
    guard !elements.isEmpty else { return }
    guard !nodes.isTooDeep(below: node) else { throw nodes.tooDeep(Element.self, at: node) }
    nodes.reserve(elements.count)
    let first = childCount(of: node)
    for index in elements.indices {
      nodes.add(.index(first + index), to: node, content: .text(text(elements[index])))
    }
  }

  @inline(__always)
  private func encode<Value>(members: [String: Value], at node: Int, text: (Value) -> String) throws {
    nodes[contentOf: node] = .object(Object(keys: .dictionary))
    guard !members.isEmpty else { return }
    guard !nodes.isTooDeep(below: node) else { throw nodes.tooDeep(Value.self, at: node) }
    nodes.reserve(members.count)
    for (key, value) in members {
      nodes.add(.key(key, nil), to: node, content: .text(text(value)))
    }
  }
}
