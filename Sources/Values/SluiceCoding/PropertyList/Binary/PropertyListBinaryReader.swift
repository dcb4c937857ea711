internal import SluiceErrors

/// Builds a value from the objects of a binary property list, following the references from its root.
///
/// Each object is read once, and its value is shared by all references to it. A small document can therefore stand
/// for more values than fit into memory, and its objects may overlap as well. For this reason, the expanded size of
/// the root is counted while reading, and is limited. Nothing recurses.
struct PropertyListBinaryReader {
  /// An object that has been read completely.
  private struct Whole {
    let value: PropertyList.Value
    /// The number of nested containers, including the object itself.
    let height: Int
    /// The expanded size. See ``PropertyList/Decoder/maximumExpansion``.
    let size: Int
  }

  /// A container, of whose children some may have been read.
  private struct Container {
    let number: Int
    let offset: Int
    let isDictionary: Bool
    let references: PropertyListBinaryObject.References
    /// The expanded size of everything that was read before the container.
    let sizeBefore: Int
    var children: [PropertyList.Value] = []
    var height = 1

    var isWhole: Bool { children.count == references.count * (isDictionary ? 2 : 1) }
  }

  private let objects: PropertyListBinaryObjects
  private let maximumDepth: Int
  private let maximumSize: Int
  /// For each object, its position in `wholes`, or one of `unread` and `around`.
  ///
  /// An entry is a single integer, because a document can have as many objects as bytes.
  private var places: [Int]
  private var wholes: [Whole] = []
  private var open: [Container] = []
  /// The expanded size of everything that was read.
  private var size = 0

  private static let unread = -1
  /// Marks a container that encloses the object being read.
  private static let around = -2
  /// The expanded size that every document may have.
  private static let freeSize = 1 << 18

  static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: PropertyListBinaryTrailer.magic.prefix(6))
  }

  init(_ bytes: [UInt8], decoder: PropertyList.Decoder) throws(PropertyList.Error) {
    objects = try PropertyListBinaryObjects(bytes)
    maximumDepth = decoder.treeDepth
    let (expanded, overflow) = bytes.count.multipliedReportingOverflow(by: max(decoder.maximumExpansion, 0))
    // The sum of two sizes within the limit does not overflow.
    maximumSize = Self.freeSize + (overflow ? Int.max / 4 : min(expanded, Int.max / 4))
    places = Array(repeating: Self.unread, count: objects.count)
  }

  /// Returns the value of the root.
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

  /// Reads the next child of the innermost container, or completes the container.
  ///
  /// - Returns: The object that is complete now, or `nil` if there is none.
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

  /// Reads an object, or reuses it if it was read before.
  ///
  /// - Returns: The object, or `nil` for a container, which is now open.
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

  /// Adds to the expanded size, and checks the limits.
  ///
  /// - Parameters:
  ///   - size: The expanded size of an object within the open containers.
  ///   - height: The number of nested containers that the object adds.
  private mutating func grow(by size: Int, height: Int, at offset: Int) throws(PropertyList.Error) {
    self.size += size
    guard self.size <= maximumSize else {
      throw PropertyList.Error(.tooLarge, at: offset, "shared objects make the document too large")
    }
    guard open.count + height <= maximumDepth else {
      throw PropertyList.Error(.tooDeep, at: offset, "more than \(maximumDepth) levels of nesting")
    }
  }

  private func value(of container: Container) throws(PropertyList.Error) -> PropertyList.Value {
    guard container.isDictionary else { return .array(container.children) }
    let count = container.references.count
    var members: [PropertyList.Value.Member] = []
    members.reserveCapacity(count)
    for index in 0..<count {
      guard case .string(let key) = container.children[index] else {
        throw PropertyList.Error(.malformed, at: container.offset, "a dictionary's key is not a string")
      }
      members.append(.init(key, container.children[count + index]))
    }
    return .dictionary(mergingMembers: members)
  }
}
