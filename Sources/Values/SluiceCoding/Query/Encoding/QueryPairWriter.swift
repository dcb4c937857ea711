internal import SluiceSupport

/// Builds the names of an encoded tree's values, and puts the pairs in order.
struct QueryPairWriter {
  /// A function that is called with each name and value.
  typealias Output = (_ name: String, _ value: String?) -> Void

  private let encoder: Query.Encoder
  private var nodes: [EncodingNodes<QueryEncodingTree.Content>.Node]
  private var pairCount = 0

  init(encoder: Query.Encoder, nodes: consuming [EncodingNodes<QueryEncodingTree.Content>.Node]) {
    self.encoder = encoder
    self.nodes = nodes
  }

  /// An object or array whose children are being written. Levels are kept in an array, so that depth takes no stack.
  private struct Level {
    let node: Int
    let name: String
    /// The name of every child, or `nil` if the names differ.
    let childName: String?
    let pairsBefore: Int
    var nextChild: Int
  }

  /// Calls `output` with each pair, in order.
  mutating func write(to output: Output) {
    var levels = [open(0, name: "")]
    while var level = levels.popLast() {
      if let inner = writeChildren(of: &level, to: output) {
        levels.append(level)
        levels.append(inner)
      } else {
        close(level, to: output)
      }
    }
  }

  /// Writes the children of a level, up to one that is an object or an array.
  ///
  /// - Returns: The level of that child, or `nil` if all children are written.
  private mutating func writeChildren(of level: inout Level, to output: Output) -> Level? {
    while level.nextChild != 0 {
      let child = level.nextChild
      level.nextChild = nodes[child].nextSibling
      let name = level.childName ?? name(of: child, in: level)
      switch nodes[child].content {
      case .text(let text): append(name, text, to: output)
      case .null: appendNil(name, to: output)
      case .array where encoder.arrays.isComma && hasTextsAlone(child):
        appendJoined(child, name: name, to: output)
      case .array, .object: return open(child, name: name)
      case .none, .absent: break
      }
    }
    return nil
  }

  private mutating func open(_ node: Int, name: String) -> Level {
    var childName: String?
    switch (nodes[node].content, encoder.arrays.form) {
    case (.object(let object), _):
      if object.keys == .coding { writeKeys(of: node) }
      if object.keys == .dictionary || encoder.outputFormatting.contains(.sortedKeys) {
        sortChildren(of: node)
      }
    case (.array, .suffix(let suffix)): childName = name + suffix
    default: break
    }
    return Level(
      node: node, name: name, childName: childName, pairsBefore: pairCount,
      nextChild: nodes[node].firstChild)
  }

  private mutating func close(_ level: Level, to output: Output) {
    if case .object(let object) = nodes[level.node].content, object.isPayload,
      pairCount == level.pairsBefore
    {
      append(level.name, "", to: output)
    }
  }

  // MARK: Names

  private func name(of child: Int, in level: Level) -> String {
    switch nodes[child].step {
    case .root: return ""
    case .key(let key, _): return level.node == 0 ? key : encoder.nesting.name(level.name, key)
    case .index(let index):
      return switch encoder.arrays.form {
      case .suffix(let suffix): level.name + suffix
      case .named(let name): name(level.name, index)
      case .comma: Query.Arrays.indexedName(of: level.name, index)
      }
    }
  }

  private mutating func writeKeys(of object: Int) {
    guard let written = encoder.keyEncodingStrategy.keys.written else { return }
    var child = nodes[object].firstChild
    while child != 0 {
      if case .key(let key, _) = nodes[child].step { nodes[child].step = .key(written(key), nil) }
      child = nodes[child].nextSibling
    }
  }

  /// Links the children of `object` in the order of their keys' UTF-8 bytes. Children with equal keys keep their
  /// order.
  private mutating func sortChildren(of object: Int) {
    var members: [(head: UInt64, node: Int)] = []
    members.reserveCapacity(nodes[object].childCount)
    var child = nodes[object].firstChild
    while child != 0 {
      if case .key(let key, _) = nodes[child].step { members.append((head(of: key), child)) }
      child = nodes[child].nextSibling
    }
    members.sort { left, right in
      left.head == right.head ? isKey(of: left.node, before: right.node) : left.head < right.head
    }
    var next = 0
    for member in members.reversed() {
      nodes[member.node].nextSibling = next
      next = member.node
    }
    nodes[object].firstChild = next
  }

  /// Returns the first eight bytes of a key as a number, which decides most comparisons.
  private func head(of key: String) -> UInt64 {
    let bytes = key.utf8.span
    var head: UInt64 = 0
    for position in 0..<8 {
      head = head << 8 | (position < bytes.count ? UInt64(bytes[position]) : 0)
    }
    return head
  }

  /// Whether the key of one node is before that of another. Equal keys have the order of the nodes.
  private func isKey(of left: Int, before right: Int) -> Bool {
    guard case .key(let leftText, _) = nodes[left].step, case .key(let rightText, _) = nodes[right].step
    else {
      return left < right
    }
    let (leftKey, rightKey) = (ExactString(leftText), ExactString(rightText))
    return leftKey == rightKey ? left < right : leftKey < rightKey
  }

  // MARK: Values

  private mutating func append(_ name: String, _ value: String?, to output: Output) {
    pairCount += 1
    output(name, value)
  }

  private mutating func appendNil(_ name: String, to output: Output) {
    switch encoder.nils {
    case .drop: break
    case .bare: append(name, nil, to: output)
    case .custom(let text): append(name, text, to: output)
    }
  }

  private func hasTextsAlone(_ array: Int) -> Bool {
    var child = nodes[array].firstChild
    while child != 0 {
      switch nodes[child].content {
      case .text, .null, .absent: child = nodes[child].nextSibling
      case .none, .array, .object: return false
      }
    }
    return true
  }

  private mutating func appendJoined(_ array: Int, name: String, to output: Output) {
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
    if !elements.isEmpty { append(name, elements.joined(separator: ","), to: output) }
  }
}

/// Pairs as `name=value`, escaped and joined by `&`.
struct QueryText {
  private(set) var bytes: [UInt8] = []
  private let escaping: Query.Escaping
  private var isEmpty = true

  init(escaping: Query.Escaping) {
    self.escaping = escaping
  }

  /// Appends a pair, or a name alone if `value` is `nil`.
  mutating func append(_ name: String, _ value: String?) {
    if !isEmpty { bytes.append(UInt8(ascii: "&")) }
    isEmpty = false
    append(name, literals: escaping.nameLiterals)
    guard let value else { return }
    bytes.append(UInt8(ascii: "="))
    append(value, literals: escaping.valueLiterals)
  }

  private mutating func append(_ text: String, literals: ASCIISet) {
    PercentCoding.encode(
      text.utf8.span, literals: literals, spaceAsPlus: escaping.spaceAsPlus, into: &bytes)
  }
}
