import FoundationEssentials

/// Writes a value in the binary format. Equal scalars are written as one object, as in Foundation.
///
/// ``PropertyListBinaryTrailer`` describes the layout.
struct PropertyListBinaryWriter {
  private enum Object {
    case scalar([UInt8])
    /// A container. The children of a dictionary are all its keys, followed by all its values.
    case container(kind: UInt8, count: Int, children: [Int])
  }

  private var trail: PropertyListTrail
  private var objects: [Object] = []
  /// The numbers of scalars, by the bytes of their objects.
  private var scalars: [[UInt8]: Int] = [:]
  /// The number and the children of each container that is being written.
  private var open: [(number: Int, children: [Int])] = []

  init(trail: PropertyListTrail) {
    self.trail = trail
  }

  mutating func document(_ root: PropertyList.Value) throws -> [UInt8] {
    try add(root)
    while let step = trail.next() {
      switch step {
      case .element(let value): try add(value)
      case .member(let member): try add(member.value)
      case .endOfArray: close { .container(kind: 0xA0, count: $0.count, children: $0) }
      case .endOfDictionary: close { .container(kind: 0xD0, count: $0.count / 2, children: $0) }
      }
    }
    return table()
  }

  // MARK: Collecting objects

  /// Adds a value to the innermost container. If the value is a container, it is then entered.
  private mutating func add(_ value: PropertyList.Value) throws {
    switch value {
    case .array(let elements):
      try trail.enter(elements)
      openContainer(keys: [])
    case .dictionary(let members):
      let members = try trail.enter(members)
      openContainer(keys: members.map(\.key))
    case .string, .integer, .real, .bool, .date, .data, .uid:
      let number = number(ofScalar: try scalar(value))
      addChild(number)
    }
  }

  /// Opens a container. It is numbered before its contents, and its keys before its values, as in Foundation.
  private mutating func openContainer(keys: [String]) {
    let number = objects.count
    addChild(number)
    objects.append(.container(kind: 0, count: 0, children: []))
    open.append((number, []))
    for key in keys { addChild(self.number(ofScalar: PropertyListBinaryScalar.string(key))) }
  }

  private mutating func close(_ container: ([Int]) -> Object) {
    guard let (number, children) = open.popLast() else { return }
    objects[number] = container(children)
  }

  private mutating func addChild(_ number: Int) {
    guard let parent = open.indices.last else { return }
    open[parent].children.append(number)
  }

  private mutating func number(ofScalar bytes: [UInt8]) -> Int {
    if let number = scalars[bytes] { return number }
    scalars[bytes] = objects.count
    objects.append(.scalar(bytes))
    return objects.count - 1
  }

  private func scalar(_ value: PropertyList.Value) throws -> [UInt8] {
    switch value {
    case .string(let text): return PropertyListBinaryScalar.string(text)
    case .integer(let integer):
      guard PropertyList.Value.integers.contains(integer) else {
        throw trail.refusal(of: integer, "Property lists hold integers from -2^63 to 2^64 - 1.")
      }
      return PropertyListBinaryScalar.integer(integer)
    case .real(let real): return PropertyListBinaryScalar.real(real)
    case .bool(let bool): return [bool ? 0x09 : 0x08]
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      guard seconds.isFinite else { throw trail.refusal(of: seconds, "This date is not finite.") }
      return PropertyListBinaryScalar.date(seconds)
    case .data(let data): return PropertyListBinaryScalar.data(data)
    case .uid(let uid): return PropertyListBinaryScalar.uid(uid)
    case .array, .dictionary: return []
    }
  }

  // MARK: Writing them

  private func table() -> [UInt8] {
    var output = Array(PropertyListBinaryTrailer.magic)
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    let referenceSize = PropertyListBinaryScalar.size(of: objects.count - 1)
    for object in objects {
      offsets.append(output.count)
      switch object {
      case .scalar(let bytes): output += bytes
      case .container(let kind, let count, let children):
        output += PropertyListBinaryScalar.head(kind, count: count)
        for child in children { output.append(bigEndian: child, size: referenceSize) }
      }
    }
    let trailer = PropertyListBinaryTrailer(
      offsetSize: PropertyListBinaryScalar.size(of: output.count), referenceSize: referenceSize,
      objectCount: objects.count, root: 0, tableOffset: output.count)
    for offset in offsets { output.append(bigEndian: offset, size: trailer.offsetSize) }
    trailer.append(to: &output)
    return output
  }
}
