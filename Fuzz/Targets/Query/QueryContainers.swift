import SluiceFuzz

/// A type that is coded through explicit containers: nested, in arrays, and for its superclass.
struct QueryContainers: Codable {
  enum Key: String, CodingKey { case inner, row, isOn, wide, missing }

  var isOn: Bool?
  var wide: UInt128
  var row: [Int]
  var rest: [String]
  var inner: UInt16
  var base: Float

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    isOn = try container.decodeNil(forKey: .isOn) ? nil : container.decode(Bool.self, forKey: .isOn)
    wide = container.contains(.wide) ? try container.decode(UInt128.self, forKey: .wide) : 0
    inner = try container.nestedContainer(keyedBy: Key.self, forKey: .inner).decode(
      UInt16.self, forKey: .inner)
    var elements = try container.nestedUnkeyedContainer(forKey: .row)
    var nested = try elements.nestedUnkeyedContainer()
    row = []
    while !nested.isAtEnd { row.append(try nested.decodeNil() ? 0 : nested.decode(Int.self)) }
    rest = [try elements.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .inner)]
    rest.append(try elements.superDecoder().singleValueContainer().decode(String.self))
    rest.append("\(try elements.decode(Int128.self)) \(try elements.decode(UInt128.self))")
    let single = try container.superDecoder().singleValueContainer()
    base = single.decodeNil() ? 0 : try single.decode(Float.self)
    let number = try container.superDecoder(forKey: .inner).singleValueContainer()
    // The value is an object, so it cannot be decoded as any of these types.
    let values: [Any?] = [
      try? number.decode(Int128.self), try? number.decode(UInt128.self), try? number.decode(Int8.self),
      try? number.decode(Double.self), try? number.decode(Bool.self), try? number.decode([Int].self),
    ]
    try require(values.allSatisfy { $0 == nil }, "an object was decoded as a value")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(isOn, forKey: .isOn)
    try container.encode(wide, forKey: .wide)
    var innerContainer = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
    try innerContainer.encode(inner, forKey: .inner)
    var elements = container.nestedUnkeyedContainer(forKey: .row)
    var nested = elements.nestedUnkeyedContainer()
    for element in row { try nested.encode(element) }
    var keyed = elements.nestedContainer(keyedBy: Key.self)
    try keyed.encode(rest[0], forKey: .inner)
    var single = elements.superEncoder().singleValueContainer()
    try single.encode(rest[1])
    let numbers = rest[2].split(separator: " ")
    try elements.encode(Int128(numbers[0]) ?? 0)
    try elements.encode(UInt128(numbers[1]) ?? 0)
    var base = container.superEncoder().singleValueContainer()
    try base.encode(self.base)
  }
}
