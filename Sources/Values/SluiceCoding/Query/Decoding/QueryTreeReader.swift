import FoundationEssentials
internal import SluiceSupport

/// The reader that decodes values from the nodes of a tree, with the strategies of a decoder.
final class QueryTreeReader: TreeReader {
  private(set) var tree: QueryDecodingTree
  let userInfo: [CodingUserInfoKey: Any]
  let absent = QueryDecodingTree.absent
  /// A `nil` and an empty container may be missing from a query.
  let decodesAbsentMembers = true
  private let strategies: Query.Decoder
  // SAFETY: Each access is one call of `enter` or `leave`, which call nothing outside of `NestedCalls`. The object is
  // used by one thread at a time.
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  init(decoder: Query.Decoder, tree: QueryDecodingTree) {
    self.tree = tree
    strategies = decoder
    userInfo = decoder.userInfo
  }

  func decodeRoot<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, at: QueryDecodingTree.root, path: [])
  }

  /// Returns the value of `node`. The path to it is built only if needed.
  func decode<T: Decodable>(
    _ type: T.Type, at node: Int, path: @autoclosure () -> Path
  ) throws -> T {
    switch tree.nodes[node].content {
    case .opaque(let opaque): if let value = try opaque.value(as: T.self) { return value }
    case .none where T.self is any Query.OpaqueValue.Type: throw notFound(T.self, path())
    default: break
    }
    // Comparing types is much cheaper than casting.
    if T.self == String.self, let text = try text(at: node, path: path()) as? T { return text }
    if T.self == Int.self, let number = try integer(at: node, path: path()) as Int as? T { return number }
    if T.self == Date.self,
      let date = try read(at: node, path: path(), strategies.dateDecodingStrategy.date) as? T
    {
      return date
    }
    if T.self == Data.self,
      let data = try read(at: node, path: path(), strategies.dataDecodingStrategy.data) as? T
    {
      return data
    }
    if T.self == URL.self, let url = try read(at: node, path: path(), { URL(string: $0) }) as? T {
      return url
    }
    if T.self == Decimal.self,
      let decimal = try read(at: node, path: path(), { DecimalText.decimal($0) }) as? T
    {
      return decimal
    }
    let path = path()
    guard calls.enter() else { throw corrupted(path, NestedCalls.refusal) }
    defer { calls.leave() }
    // The depth of names is limited, so only a type that always contains a value of itself gets here.
    if path.count > strategies.maximumDepth {
      throw corrupted(path, "More than \(strategies.maximumDepth) levels of nesting.")
    }
    if let collection = collection(of: T.self, at: node) { return collection }
    // An optional reads `nil` without the type that it wraps, unless it is a property.
    var node = node
    if isEmptyText(node), let optional = T.self as? any DecodableOptional.Type,
      isNil(node, for: optional.wrapped)
    {
      node = absent
    }
    return try type.init(from: TreeDecoder(reader: self, node: node, codingPath: path))
  }

  // MARK: Values

  /// Returns the text of `node` as parsed by `parse`.
  private func read<T>(at node: Int, path: @autoclosure () -> Path, _ parse: (String) -> T?) throws -> T {
    guard let value = parse(try text(at: node, as: T.self, path: path())) else {
      throw corrupted(path(), "This text is not a valid \(T.self).")
    }
    return value
  }

  func bool(at node: Int, path: @autoclosure () -> Path) throws -> Bool {
    if case .none = tree.nodes[node].content, strategies.bools == .checkbox { return false }
    return try read(at: node, path: path(), strategies.bools.value)
  }

  func text(at node: Int, path: @autoclosure () -> Path) throws -> String {
    try text(at: node, as: String.self, path: path())
  }

  func integer<T: FixedWidthInteger>(at node: Int, path: @autoclosure () -> Path) throws -> T {
    try read(at: node, path: path()) { T($0) }
  }

  func real<T: BinaryFloatingPoint & LosslessStringConvertible>(
    at node: Int, path: @autoclosure () -> Path
  ) throws -> T {
    try read(at: node, path: path()) { DecimalText.floatingPoint($0) }
  }

  func isNil(_ node: Int) -> Bool {
    switch tree.nodes[node].content {
    case .none: true
    case .value(let value): strategies.nils.isNil(value)
    case .opaque, .repeated, .array, .object: false
    }
  }

  func isNil(_ node: Int, for type: any Decodable.Type) -> Bool {
    if isEmptyText(node),
      type is any Numeric.Type || type == Bool.self || type == Date.self || type == URL.self
    {
      return true
    }
    return isNil(node)
  }

  private func isEmptyText(_ node: Int) -> Bool {
    if case .value(let value) = tree.nodes[node].content { value?.isEmpty ?? true } else { false }
  }

  private func text<T>(at node: Int, as type: T.Type, path: @autoclosure () -> Path) throws -> String {
    switch tree.nodes[node].content {
    case .value(let value): return value ?? ""
    case .opaque(let value):
      throw mismatch(type, path(), "Expected text but found \(Swift.type(of: value).noun).")
    case .none: throw notFound(type, path())
    case .repeated:
      let count = tree.nodes[node].childCount
      throw mismatch(type, path(), "Expected a single value but found \(count) values.")
    case .array: throw mismatch(type, path(), "Expected a value but found an array.")
    case .object: throw mismatch(type, path(), "Expected a value but found an object.")
    }
  }

  // MARK: Containers

  /// Returns the nodes of an array's elements.
  func elements(of node: Int, path: Path) throws -> [Int] {
    switch tree.nodes[node].content {
    case .none: return []
    case .array, .repeated: return tree.children(of: node)
    case .value(let value):
      guard strategies.arrays.isComma, value != nil else { return [node] }
      tree.splitAtCommas(node)
      return tree.children(of: node)
    case .opaque: return [node]
    case .object:
      if let elements = tree.indexedElements(of: node) { return elements.map(\.node) }
      throw mismatch([Any].self, path, "Expected an array but found an object.")
    }
  }

  /// Returns the node itself if it can be read by key. The payload of an enum's case may be an empty value.
  func members(of node: Int, path: Path) throws -> Int {
    switch tree.nodes[node].content {
    case .none, .object: return node
    case .value(let value) where value?.isEmpty ?? true: return node
    case .value, .opaque, .repeated:
      throw mismatch([String: Any].self, path, "Expected an object but found a value.")
    case .array:
      throw mismatch([String: Any].self, path, "Expected an object but found an array.")
    }
  }

  func member<Key: CodingKey>(_ key: Key, of object: Int) -> Int? {
    guard let written = strategies.keyDecodingStrategy.keys.written, !DictionaryCodingKey.isUsed(by: Key.self)
    else {
      return tree.member(key.stringValue, of: object)
    }
    return tree.member(written(key.stringValue), of: object)
  }

  func keys<Key: CodingKey>(of object: Int, as type: Key.Type) -> [Key] {
    let isData = DictionaryCodingKey.isUsed(by: type)
    return tree.children(of: object).compactMap { child in
      guard case .key(let key) = tree.nodes[child].step else { return nil }
      if isData { return Key(stringValue: key) }
      guard let codingKey = Key(stringValue: strategies.keyDecodingStrategy.keys.original(key)) else {
        return nil
      }
      return member(codingKey, of: object) == child ? codingKey : nil
    }
  }

  // MARK: Errors

  private func notFound(_ type: Any.Type, _ path: Path) -> DecodingError {
    guard let key = path.last else {
      return .valueNotFound(type, .init(codingPath: path, debugDescription: "Expected a value."))
    }
    let context = DecodingError.Context(
      codingPath: Array(path.dropLast()), debugDescription: "There is no value for “\(key.stringValue)”.")
    return .keyNotFound(key, context)
  }

  private func mismatch(_ type: Any.Type, _ path: Path, _ description: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path, debugDescription: description))
  }

  private func corrupted(_ path: Path, _ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: description))
  }
}

/// An optional whose wrapped type is decodable.
private protocol DecodableOptional {
  static var wrapped: any Decodable.Type { get }
}

extension Optional: DecodableOptional where Wrapped: Decodable {
  static var wrapped: any Decodable.Type { Wrapped.self }
}

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
