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
        throw trail.refusal(of: integer, PropertyList.Value.integersDescription)
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

/// The bytes of scalar objects, as described in ``PropertyListBinaryObject``.
private enum PropertyListBinaryScalar {
  /// Returns a string in ASCII if possible, otherwise in UTF-16.
  static func string(_ text: String) -> [UInt8] {
    let bytes = text.utf8.span
    if bytes.indices.allSatisfy({ bytes[$0] < 0x80 }) {
      return head(0x50, count: bytes.count) + text.utf8
    }
    let units = Array(text.utf16)
    var object = head(0x60, count: units.count)
    object.reserveCapacity(object.count + 2 * units.count)
    for unit in units { object.append(bigEndian: Int(unit), size: 2) }
    return object
  }

  /// Returns an integer of one, two or four bytes without a sign, of eight bytes with a sign, or of sixteen bytes
  /// above `Int64.max`.
  static func integer(_ integer: Int128) -> [UInt8] {
    guard let small = Int(exactly: integer) else { return [0x14] + bytes(of: integer) }
    switch small {
    case 0...0xFF: return [0x10, UInt8(small)]
    case 0...0xFFFF: return [0x11] + bytes(of: UInt16(small))
    case 0...0xFFFF_FFFF: return [0x12] + bytes(of: UInt32(small))
    default: return [0x13] + bytes(of: small)
    }
  }

  static func real(_ real: Double) -> [UInt8] { [0x23] + bytes(of: real.bitPattern) }

  /// Returns a date, given in seconds from the start of 2001.
  static func date(_ seconds: Double) -> [UInt8] { [0x33] + bytes(of: seconds.bitPattern) }

  static func data(_ data: Data) -> [UInt8] { head(0x40, count: data.count) + data }

  static func uid(_ uid: UInt64) -> [UInt8] {
    let bytes = bytes(of: uid)
    let size = 8 - min(uid.leadingZeroBitCount / 8, 7)
    let width = size > 4 ? 8 : size > 2 ? 4 : size
    return [0x80 | UInt8(width - 1)] + bytes.suffix(width)
  }

  /// Returns a marker with a count. From 15 on, the count is another object.
  static func head(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int128(count))
  }

  /// Returns the number of bytes of an object's number or offset, from 1 to 8.
  static func size(of number: Int) -> Int {
    max(1, (Int.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }

  private static func bytes<Integer: FixedWidthInteger>(of integer: Integer) -> [UInt8] {
    stride(from: Integer.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: integer >> $0) }
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of `number` in big-endian order.
  mutating func append(bigEndian number: Int, size: Int) {
    for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
