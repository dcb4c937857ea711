internal import SluiceSupport

/// Builds the names of an encoded tree's values, and puts the pairs in order.
struct QueryPairWriter {
  private let encoder: Query.Encoder
  private var nodes: [EncodingNodes<QueryEncodingTree.Content>.Node]
  private var pairs = Query.Pairs()

  init(encoder: Query.Encoder, nodes: [EncodingNodes<QueryEncodingTree.Content>.Node]) {
    self.encoder = encoder
    self.nodes = nodes
  }

  /// An object or array whose children are being written. Levels are kept in an array, so that depth takes no stack.
  private struct Level {
    let node: Int
    let name: String
    let pairsBefore: Int
    var nextChild: Int
  }

  consuming func write() -> Query.Pairs {
    var levels = [open(0, name: "")]
    while let level = levels.last {
      let child = level.nextChild
      guard child != 0 else {
        close(level)
        levels.removeLast()
        continue
      }
      levels[levels.count - 1].nextChild = nodes[child].nextSibling
      let name = name(of: child, in: level)
      switch nodes[child].content {
      case .text(let text): pairs.append(Query.Pair(name, text))
      case .null: appendNil(name)
      case .array where encoder.arrays.isComma && hasTextsAlone(child): appendJoined(child, name: name)
      case .array, .object: levels.append(open(child, name: name))
      case .none: break
      }
    }
    return pairs
  }

  private mutating func open(_ node: Int, name: String) -> Level {
    if case .object(let object) = nodes[node].content {
      if object.keys == .coding { writeKeys(of: node) }
      if object.keys == .dictionary || encoder.order == .sorted { sortChildren(of: node) }
    }
    return Level(node: node, name: name, pairsBefore: pairs.count, nextChild: nodes[node].firstChild)
  }

  private mutating func close(_ level: Level) {
    if case .object(let object) = nodes[level.node].content, object.isPayload,
      pairs.count == level.pairsBefore
    {
      pairs.append(Query.Pair(level.name, ""))
    }
  }

  // MARK: Names

  private func name(of child: Int, in level: Level) -> String {
    switch nodes[child].step {
    case .root: return ""
    case .key(let key): return level.node == 0 ? key : encoder.nesting.name(level.name, key)
    case .index(let index):
      return switch encoder.arrays.form {
      case .named(let name): name(level.name, index)
      case .comma: Query.Arrays.indexedName(of: level.name, index)
      }
    }
  }

  private mutating func writeKeys(of object: Int) {
    guard let written = encoder.keys.written else { return }
    var child = nodes[object].firstChild
    while child != 0 {
      if case .key(let key) = nodes[child].step { nodes[child].step = .key(written(key)) }
      child = nodes[child].nextSibling
    }
  }

  /// Links the children of `object` in the order of their keys' UTF-8 bytes. Children with equal keys keep their
  /// order.
  private mutating func sortChildren(of object: Int) {
    var members: [QuerySortedMember] = []
    var child = nodes[object].firstChild
    while child != 0 {
      if case .key(let key) = nodes[child].step { members.append(QuerySortedMember(key: key, node: child)) }
      child = nodes[child].nextSibling
    }
    members.sort()
    var next = 0
    for member in members.reversed() {
      nodes[member.node].nextSibling = next
      next = member.node
    }
    nodes[object].firstChild = next
  }

  // MARK: Values

  private mutating func appendNil(_ name: String) {
    switch encoder.nils {
    case .drop: break
    case .bare: pairs.append(Query.Pair(name, nil))
    case .custom(let text): pairs.append(Query.Pair(name, text))
    }
  }

  private func hasTextsAlone(_ array: Int) -> Bool {
    var child = nodes[array].firstChild
    while child != 0 {
      switch nodes[child].content {
      case .text, .null: child = nodes[child].nextSibling
      case .none, .array, .object: return false
      }
    }
    return true
  }

  private mutating func appendJoined(_ array: Int, name: String) {
    var elements: [String] = []
    var child = nodes[array].firstChild
    while child != 0 {
      switch (nodes[child].content, encoder.nils) {
      case (.text(let text), _), (.null, .custom(let text)): elements.append(text)
      case (.null, .bare): elements.append("")
      default: break
      }
      child = nodes[child].nextSibling
    }
    if !elements.isEmpty { pairs.append(Query.Pair(name, elements.joined(separator: ","))) }
  }
}

/// A member of an object, ordered by the UTF-8 bytes of its key. Members with equal keys keep the order of encoding.
struct QuerySortedMember: Comparable {
  let key: ExactString
  let node: Int
  /// The first eight bytes of the key as a number, which decides most comparisons.
  private let head: UInt64

  init(key: String, node: Int) {
    self.key = ExactString(key)
    self.node = node
    let bytes = key.utf8.span
    head = (0..<8).reduce(0) { head, position in
      head << 8 | (position < bytes.count ? UInt64(bytes[position]) : 0)
    }
  }

  static func < (left: QuerySortedMember, right: QuerySortedMember) -> Bool {
    if left.head != right.head { return left.head < right.head }
    return left.key == right.key ? left.node < right.node : left.key < right.key
  }
}
