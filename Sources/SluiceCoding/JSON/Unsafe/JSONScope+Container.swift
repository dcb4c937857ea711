extension JSONScope {
  /// The members, by the keys of a type.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    if containerKey == ObjectIdentifier(type), let container {
      // Right: it was one of this key's, and is nothing but that reference.
      return unsafe unsafeBitCast(container, to: KeyedDecodingContainer<Key>.self)
    }
    let new = KeyedDecodingContainer(JSONKeyedDecoding<Key>(scope: self))
    if container != nil, Self.containersAreReferences {
      containerKey = ObjectIdentifier(type)
      container = unsafe unsafeBitCast(new, to: AnyObject.self)
    }
    return new
  }

  /// Whether a keyed container is a reference to an object and nothing else. The standard library does not promise it, so
  /// one is looked at.
  private static let containersAreReferences: Bool = {
    guard MemoryLayout<KeyedDecodingContainer<AnyCodingKey>>.size == MemoryLayout<AnyObject>.size,
      let document = try? JSONDocument(copying: "{}".utf8.span, maxDepth: 1, duplicateKeys: .keepFirst)
    else { return false }
    let reader = JSONReader(document: document, strategies: JSON.Decoder())
    let scope = JSONScope(reader: reader, index: JSONDocument.root, parent: nil, step: .here)
    let container = KeyedDecodingContainer(JSONKeyedDecoding<AnyCodingKey>(scope: scope))
    let parts = Mirror(reflecting: container).children
    guard parts.count == 1, let part = parts.first?.value, type(of: part) is AnyClass else { return false }
    return unsafe unsafeBitCast(container, to: ObjectIdentifier.self) == ObjectIdentifier(part as AnyObject)
  }()
}
