import FoundationEssentials

/// What a value encoded: objects, arrays and texts, before they have names.
///
/// A `Codable` type may hold several containers open and fill them in any order, so the whole tree is made
/// first. It lives in one array and its nodes are linked by position: however deep it is, nothing recurses to
/// walk or to free it.
final class QueryEncodingTree {
  struct Node {
    enum Content {
      /// Nothing yet. A value that encodes nothing is an empty object.
      case none
      case null
      case text(String)
      case array
      case object(Keys)
    }

    /// What the keys of an object are.
    enum Keys {
      /// A type's coding keys, which follow a strategy.
      case coding
      /// Data, in no order.
      case dictionary
      /// Data, in the order of a document.
      case document
    }

    enum Step {
      case root
      case key(String)
      case index(Int)
    }

    var step: Step
    let parent: Int
    /// How many steps lead here from the root.
    let depth: Int
    var content: Content
    /// Whether it is an object that its parent made itself, rather than a value that made one.
    var isNestedContainer = false
    /// Whether it is the payload of an enum's case, whose name is written even if the payload writes nothing.
    var isPayload = false
    /// Positions of other nodes, or 0: the root is nobody's child.
    var firstChild = 0
    var lastChild = 0
    var nextSibling = 0
    var childCount = 0
  }

  private(set) var nodes = [Node(step: .root, parent: 0, depth: 0, content: .none)]
  let userInfo: [CodingUserInfoKey: Any]
  private let strategies: QueryEncoder
  private var recursion = 0
  private lazy var stackRoom = StackRoom()

  init(encoder: QueryEncoder) {
    strategies = encoder
    userInfo = encoder.userInfo
  }

  /// Encodes `value` as the root, which has to become an object.
  func encodeRoot<T: Encodable>(_ value: T) throws {
    try encode(value, at: 0)
    switch nodes[0].content {
    case .object, .none: return
    case .null, .text, .array:
      throw refusal(of: T.self, at: 0, "The root of a query has to be keyed: every value needs a name.")
    }
  }

  /// Encodes `value` as the content of `node`.
  func encode<T: Encodable>(_ value: T, at node: Int) throws {
    // Comparing types is much cheaper than casting.
    if T.self == String.self, let text = value as? String {
      nodes[node].content = .text(text)
    } else if T.self == Date.self, let date = value as? Date {
      // Printing a date that is no number traps, so an error holds its number.
      try set(strategies.dates.text(date), for: date.timeIntervalSince1970, at: node)
    } else if T.self == Data.self, let data = value as? Data {
      try set(strategies.data.text(data), for: data, at: node)
    } else if T.self == URL.self, let url = value as? URL {
      nodes[node].content = .text(url.absoluteString)
    } else if T.self == Decimal.self, let decimal = value as? Decimal {
      try set(decimal.isFinite ? decimal.description : nil, for: decimal, at: node)
    } else {
      recursion += 1
      defer { recursion -= 1 }
      // Shallow values need no look at the stack, whose bounds take some time to learn.
      if recursion > 32, stackRoom.isShort {
        throw refusal(of: T.self, at: node, "Nested too deeply for this thread's stack.")
      }
      try value.encode(to: QueryTreeEncoder(tree: self, node: node))
      markPayload(of: value, at: node)
    }
  }

  func encodeBool(_ value: Bool, at node: Int) {
    nodes[node].content = .text(strategies.bools.text(value))
  }

  func encodeInteger(_ value: some FixedWidthInteger, at node: Int) {
    nodes[node].content = .text(String(value))
  }

  func encodeFloat(_ value: some BinaryFloatingPoint & LosslessStringConvertible, at node: Int) throws {
    try set(DecimalText.text(value), for: value, at: node)
  }

  func encodeNil(at node: Int) {
    nodes[node].content = .null
  }

  func openArray(at node: Int) {
    nodes[node].content = .array
  }

  func openObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int) {
    let isDocument = type == JSON.Value.Key.self || type == AnyCodingKey.self
    nodes[node].content = .object(
      isDocument ? .document : DictionaryCodingKey.isUsed(by: type) ? .dictionary : .coding)
  }

  func openNestedObject<Key: CodingKey>(keyedBy type: Key.Type, at node: Int) {
    openObject(keyedBy: type, at: node)
    nodes[node].isNestedContainer = true
  }

  /// Adds a child whose content comes later. It may lie too deep: then what is added to it will throw.
  func add(_ step: Node.Step, to parent: Int) -> Int {
    let child = nodes.count
    let last = nodes[parent].lastChild
    nodes.append(Node(step: step, parent: parent, depth: nodes[parent].depth + 1, content: .none))
    if last == 0 {
      nodes[parent].firstChild = child
    } else {
      nodes[last].nextSibling = child
    }
    nodes[parent].lastChild = child
    nodes[parent].childCount += 1
    return child
  }

  /// Adds a child for a value, unless it would lie too deep.
  func add<T>(_ step: Node.Step, to parent: Int, for type: T.Type) throws -> Int {
    guard nodes[parent].depth < strategies.maxDepth else {
      throw refusal(of: T.self, at: parent, "More than \(strategies.maxDepth) levels of nesting.")
    }
    return add(step, to: parent)
  }

  func codingPath(of node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var node = node
    while node != 0 {
      switch nodes[node].step {
      case .root: break
      case .key(let key): path.append(AnyCodingKey(stringValue: key))
      case .index(let index): path.append(AnyCodingKey(index: index))
      }
      node = nodes[node].parent
    }
    return path.reversed()
  }

  private func set<T>(_ text: String?, for value: T, at node: Int) throws {
    guard let text else {
      let context = EncodingError.Context(
        codingPath: codingPath(of: node), debugDescription: "This value has no text in a query.")
      throw EncodingError.invalidValue(value, context)
    }
    nodes[node].content = .text(text)
  }

  /// The error holds the type alone: to print a value that is too deep recurses as deeply.
  private func refusal(of type: Any.Type, at node: Int, _ description: String) -> EncodingError {
    .invalidValue(type, .init(codingPath: codingPath(of: node), debugDescription: description))
  }

  /// A case of an enum is encoded as an object with the case's name as the only key, and in it the payload as
  /// a nested container. Without a payload that is an empty object, which would write nothing, and lose the
  /// case.
  private func markPayload<T>(of value: T, at node: Int) {
    let child = nodes[node].firstChild
    guard nodes[node].childCount == 1, case .object = nodes[child].content, nodes[child].isNestedContainer,
      Mirror(reflecting: value).displayStyle == .enum
    else { return }
    nodes[child].isPayload = true
  }
}
