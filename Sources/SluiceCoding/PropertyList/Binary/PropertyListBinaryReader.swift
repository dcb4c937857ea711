/// Follows the references of a binary property list from its root, and makes values of its objects.
///
/// An object is read once, and its value shared wherever it is referred to. So a small document can stand for
/// more values than any machine holds, and its objects may overlap besides: what the root comes to is counted
/// on the way, and limited. Nothing recurses.
struct PropertyListBinaryReader {
  /// An object that has been read.
  private struct Whole {
    let value: PropertyList.Value
    /// How many containers lie within one another, itself among them.
    let height: Int
    /// What it comes to: see `PropertyList.Decoder.maxExpansion`.
    let size: Int
  }

  /// A container, some of whose children have been read.
  private struct Container {
    let number: Int
    let offset: Int
    let isDictionary: Bool
    let references: PropertyListBinaryObject.References
    /// The size of all that was read before.
    let sizeBefore: Int
    var children: [PropertyList.Value] = []
    var height = 1

    var isWhole: Bool { children.count == references.count * (isDictionary ? 2 : 1) }
  }

  private let objects: PropertyListBinaryObjects
  private let maxDepth: Int
  private let maxSize: Int
  /// Of each object its place among those that are whole, or one of the two numbers below: few bytes, since a document can
  /// have as many objects as it has bytes.
  private var places: [Int]
  private var wholes: [Whole] = []
  private var open: [Container] = []
  /// What all that was read comes to.
  private var size = 0

  private static let unread = -1
  /// One of the containers around what is being read.
  private static let around = -2
  /// What any document may come to.
  private static let freeSize = 1 << 18

  static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: PropertyListBinaryTrailer.magic.prefix(6))
  }

  init(_ bytes: [UInt8], decoder: PropertyList.Decoder) throws(PropertyList.Error) {
    objects = try PropertyListBinaryObjects(bytes)
    maxDepth = decoder.treeDepth
    let (expanded, overflow) = bytes.count.multipliedReportingOverflow(by: max(decoder.maxExpansion, 0))
    // Two sizes within the limit can be added.
    maxSize = Self.freeSize + (overflow ? Int.max / 4 : min(expanded, Int.max / 4))
    places = Array(repeating: Self.unread, count: objects.count)
  }

  /// The value of the root.
  mutating func document() throws(PropertyList.Error) -> PropertyList.Value {
    var whole = try read(objects.root)
    while true {
      if let child = whole {
        guard let parent = open.indices.last else { return child.value }
        open[parent].children.append(child.value)
        open[parent].height = max(open[parent].height, child.height + 1)
      }
      whole = try step()
    }
  }

  /// Reads the next child of the innermost container, or completes that. Returns what is whole with it.
  private mutating func step() throws(PropertyList.Error) -> Whole? {
    guard let container = open.last else { return nil }
    guard container.isWhole else {
      return try read(objects.number(at: container.children.count, of: container.references))
    }
    open.removeLast()
    let whole = Whole(
      value: try value(of: container), height: container.height, size: size - container.sizeBefore)
    keep(whole, container.number)
    return whole
  }

  /// Reads an object, at first or again. Returns nil for a container that is open now.
  private mutating func read(_ number: Int) throws(PropertyList.Error) -> Whole? {
    let offset = try objects.offset(of: number)
    switch places[number] {
    case Self.unread: break
    case Self.around: throw PropertyList.Error(.cycle, at: offset, "a container holds itself")
    case let place:
      let whole = wholes[place]
      try grow(by: whole.size, height: whole.height, at: offset)
      return whole
    }
    let sizeBefore = size
    let object = try objects.object(at: offset)
    switch object {
    case .scalar(let value, let byteCount):
      try grow(by: 1 + byteCount, height: 0, at: offset)
      let whole = Whole(value: value, height: 0, size: 1 + byteCount)
      keep(whole, number)
      return whole
    case .array(let references), .dictionary(let references):
      try grow(by: 1, height: 1, at: offset)
      places[number] = Self.around
      open.append(
        Container(
          number: number, offset: offset, isDictionary: object.isDictionary, references: references,
          sizeBefore: sizeBefore))
      return nil
    }
  }

  private mutating func keep(_ whole: Whole, _ number: Int) {
    places[number] = wholes.count
    wholes.append(whole)
  }

  /// Counts what lies within the open containers now, and checks the limits.
  private mutating func grow(by size: Int, height: Int, at offset: Int) throws(PropertyList.Error) {
    self.size += size
    guard self.size <= maxSize else {
      throw PropertyList.Error(.tooLarge, at: offset, "shared objects make the document too large")
    }
    guard open.count + height <= maxDepth else {
      throw PropertyList.Error(.tooDeep, at: offset, "more than \(maxDepth) levels of nesting")
    }
  }

  private func value(of container: Container) throws(PropertyList.Error) -> PropertyList.Value {
    guard container.isDictionary else { return .array(container.children) }
    let count = container.references.count
    var members: [PropertyList.Value.Member] = []
    members.reserveCapacity(count)
    for index in 0..<count {
      guard case .string(let key) = container.children[index] else {
        throw PropertyList.Error(.malformed, at: container.offset, "a dictionary's key is no text")
      }
      members.append(.init(key, container.children[count + index]))
    }
    return .dictionary(mergingMembers: members)
  }
}
