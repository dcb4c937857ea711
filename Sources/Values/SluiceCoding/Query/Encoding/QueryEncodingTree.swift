import FoundationEssentials
internal import SluiceSupport

/// The tree that a value is encoded into: objects, arrays and texts, before they have names.
final class QueryEncodingTree: EncodingTree {
  enum Content: EncodingContent {
    /// Not filled yet. A value that encodes nothing becomes an empty object.
    case none
    case null
    /// A value that is left out.
    case absent
    case text(String)
    case array
    case object(Object)

    var isEmpty: Bool { if case .none = self { true } else { false } }
  }

  struct Object {
    let keys: Keys
    /// Whether the object is a nested container of its parent, rather than a value of its own.
    var isNestedContainer = false
    /// Whether the object is the payload of an enum's case. The name of the case is written even if the payload
    /// writes nothing.
    var isPayload = false
  }

  /// The kind of an object's keys.
  enum Keys {
    /// The coding keys of a type, which follow a strategy.
    case coding
    /// Data without an order.
    case dictionary
    /// Data in the order of a document.
    case document
  }

  var nodes: EncodingNodes<Content>
  let userInfo: [CodingUserInfoKey: Any]
  /// The strategy for `nil` applies to absent members, too.
  let encodesAbsentMembers = true
  private let strategies: Query.Encoder
  // SAFETY: Each access is one call of `enter` or `leave`, which call nothing outside of `NestedCalls`. The object is
  // used by one thread at a time.
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  init(encoder: Query.Encoder) {
    strategies = encoder
    userInfo = encoder.userInfo
    nodes = EncodingNodes(empty: .none, maximumDepth: encoder.maximumDepth)
  }

  /// Encodes `value` as the root, which must become an object.
  func encodeRoot<T: Encodable>(_ value: T) throws {
    try encode(value, at: 0)
    if let failure = nodes.failure { throw failure }
    switch nodes[contentOf: 0] {
    case .object, .none: return
    case .null, .absent, .text, .array:
      throw nodes.refusal(of: T.self, at: 0, "The root of a query must be keyed: every value needs a name.")
    }
  }

  /// Encodes `value` as the content of `node`.
  func encode<T: Encodable>(_ value: T, at node: Int) throws {
    // Comparing types is much cheaper than casting.
    if T.self == String.self, let text = value as? String {
      nodes.fill(node, with: .text(text))
    } else if T.self == Date.self, let date = value as? Date {
      // Printing a date that is not finite traps, so an error holds the number of seconds instead.
      try set(strategies.dateEncodingStrategy.text(date), for: date.timeIntervalSince1970, at: node)
    } else if T.self == Data.self, let data = value as? Data {
      try set(strategies.dataEncodingStrategy.text(data), for: data, at: node)
    } else if T.self == URL.self, let url = value as? URL {
      nodes.fill(node, with: .text(url.absoluteString))
    } else if T.self == Decimal.self, let decimal = value as? Decimal {
      try set(decimal.isFinite ? decimal.description : nil, for: decimal, at: node)
    } else if try !encodeCollection(value, at: node) {
      guard calls.enter() else { throw nodes.refusal(of: T.self, at: node, NestedCalls.refusal) }
      defer { calls.leave() }
      try encodeThroughContainers(value, at: node)
      try markPayload(of: value, at: node)
    }
  }

  func encode(bool: Bool, at node: Int) {
    nodes.fill(node, with: strategies.bools.text(bool).map { .text($0) } ?? .absent)
  }

  func encode<T: FixedWidthInteger>(integer: T, at node: Int) {
    nodes.fill(node, with: .text(String(integer)))
  }

  func encode(numberText text: String, nearest: Double?, at node: Int) {
    nodes.fill(node, with: .text(text))
  }

  func encode<T: BinaryFloatingPoint & LosslessStringConvertible>(real: T, at node: Int) throws {
    try set(DecimalText.text(real), for: real, at: node)
  }

  func encodeNil(at node: Int) {
    nodes.fill(node, with: .null)
  }

  /// Makes `node` an array. Its elements stay, because a value may request its container repeatedly.
  func openArray(at node: Int) {
    if case .array = nodes[contentOf: node] { return }
    nodes.fill(node, with: .array)
  }

  /// Makes `node` an object. Its members stay, because a value may request its container repeatedly.
  func openObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int) {
    let content = Content.object(Object(keys: Self.keys(type)))
    if case .object = nodes[contentOf: node] {
      nodes[contentOf: node] = content
    } else {
      nodes.fill(node, with: content)
    }
  }

  /// Returns a nested array. If the last value with the same key is an array, it is continued.
  func nestedArray(_ step: EncodingStep, of parent: Int) -> Int {
    if case .key(let key, _) = step, let known = nodes.lastMember(key, of: parent),
      case .array = nodes[contentOf: known]
    {
      return known
    }
    return nodes.add(step, to: parent, content: .array)
  }

  /// Returns a nested object. If the last value with the same key is an object with the same kind of keys, it is
  /// continued.
  func nestedObject<Key: CodingKey>(
    keyedBy type: Key.Type, _ step: EncodingStep, of parent: Int
  ) -> Int {
    let keys = Self.keys(type)
    if case .key(let key, _) = step, let known = nodes.lastMember(key, of: parent),
      case .object(let object) = nodes[contentOf: known], object.keys == keys
    {
      return known
    }
    return nodes.add(step, to: parent, content: .object(Object(keys: keys, isNestedContainer: true)))
  }

  private static func keys<Key: CodingKey>(_ type: Key.Type) -> Keys {
    if type == AnyCodingKey.self { return .document }
    return DictionaryCodingKey.isUsed(by: type) ? .dictionary : .coding
  }

  private func set<T>(_ text: String?, for value: T, at node: Int) throws {
    guard let text else {
      let context = EncodingError.Context(
        codingPath: nodes.codingPath(of: node), debugDescription: "This value cannot be written in a query.")
      throw EncodingError.invalidValue(value, context)
    }
    nodes.fill(node, with: .text(text))
  }

  /// Marks the payload of an enum's case.
  ///
  /// A case is encoded as an object with the name of the case as its only key, and in it the payload as a nested
  /// container. Without a payload, that container is an empty object, which would write nothing and lose the case.
  ///
  /// - Throws: `EncodingError` if the name of the case is nested too deeply.
  private func markPayload<T>(of value: T, at node: Int) throws {
    let child = nodes[node].firstChild
    guard nodes[node].childCount == 1, case .object(var payload) = nodes[contentOf: child],
      payload.isNestedContainer, Mirror(reflecting: value).displayStyle == .enum
    else { return }
    guard !nodes.isTooDeep(below: node) else { throw nodes.tooDeep(T.self, at: node) }
    payload.isPayload = true
    nodes[contentOf: child] = .object(payload)
  }
}

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
