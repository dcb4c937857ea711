import FoundationEssentials
import SluiceFuzz
import SluiceJSON
import SluiceSupport

extension FuzzTarget {
  /// A JSON document that is decoded as a type: small records, wide objects, lists and tables, numbers, or any shape
  /// through containers that are used in any order. Every way to a value gives the same result.
  ///
  /// Byte 0 holds options (1: duplicate keys are refused, 2: keys from snake case), byte 1 chooses the maximum nesting,
  /// byte 2 is the type and the way through containers. The document follows.
  static let jsonTypes = FuzzTarget("json-types", format: .json, optionByteCount: 3) { input in
    let options = input.byte()
    var decoder = JSON.Decoder()
    decoder.duplicateKeys = options & 1 == 1 ? .refuse : .keepFirst
    decoder.keyDecodingStrategy = options & 2 == 2 ? .convertFromSnakeCase : .useDefaultKeys
    decoder.maximumDepth = input.choice(of: [32, 0, 1, 2, 3, 5, 8, 16])
    let type = input.byte()
    let check = TypedJSONCheck(decoder: decoder, bytes: input.rest())
    switch type % 8 {
    case 0: try check.everyWay(JSONShapes.Record.self)
    case 1: try check.everyWay(JSONShapes.Wide.self)
    case 2: try check.containers(String.self)
    case 3: try check.containers(Int.self)
    case 4: try check.containers(Double.self)
    case 5: try check.containers(Float.self)
    case 6: try check.numbers()
    // Converted keys differ from the keys of the document.
    default:
      // Containers may be read twice at two levels.
      input.announcedWork = 4 * check.bytes.count
      if options & 2 == 0 { try check.walk(seed: type / 8) }
    }
  }
}

private struct TypedJSONCheck {
  let decoder: JSON.Decoder
  let bytes: [UInt8]

  /// Checks that bytes, a parsed value and a rebuilt value give the same value or error.
  func everyWay<T: Decodable & Equatable>(_ type: T.Type) throws {
    let outcome = DecodingOutcome { try decoder.decode(type, from: bytes) }
    try requireEqual(
      DecodingOutcome { try decoder.decode(type, from: Data(bytes)) }, outcome, "\(type), from `Data`")
    do {
      _ = try decoder.decode(type, from: bytes)
    } catch let error as DecodingError {
      guard let place = error.place(in: bytes.span) else { throw BrokenProperty("\(error): no place") }
      try requireEqual(
        TextPlace(line: place.line, column: place.column), TextPlace(after: place.byteOffset, of: bytes),
        "the place of byte \(place.byteOffset)")
    }
    guard
      let value = try? JSON.Value(
        parsing: bytes, maximumDepth: decoder.maximumDepth, duplicateKeys: decoder.duplicateKeys)
    else { return try requireEqual(outcome, .failure(kind: .corrupted, path: []), "of malformed JSON") }
    try requireEqual(DecodingOutcome { try decoder.decode(type, from: value) }, outcome, "\(type), from JSON")
    let made = JSON.Value(value.content)
    try requireEqual(
      DecodingOutcome { try decoder.decode(type, from: made) }, outcome, "\(type), from rebuilt JSON")
  }

  /// Checks that lists and tables, which are decoded without a container for each element, give the same value or
  /// error.
  func containers<T: Decodable & Hashable>(_ type: T.Type) throws {
    typealias Boxed = JSONShapes.Boxed<T>
    let list = DecodingOutcome { try decoder.decode([T].self, from: bytes) }
    try requireEqual(
      DecodingOutcome { try decoder.decode([Boxed].self, from: bytes) }.map { $0.map(\.value) }, list,
      "[\(type)]")
    let lists = DecodingOutcome { try decoder.decode([[T]].self, from: bytes) }
    try requireEqual(
      DecodingOutcome { try decoder.decode([[Boxed]].self, from: bytes) }.map { $0.map { $0.map(\.value) } },
      lists, "[[\(type)]]")
    let table = DecodingOutcome { try decoder.decode([String: T].self, from: bytes) }
    try requireEqual(
      DecodingOutcome { try decoder.decode([String: Boxed].self, from: bytes) }.map { $0.mapValues(\.value) },
      table, "[String: \(type)]")
  }

  /// Compares numbers with the values of their digits.
  func numbers() throws {
    guard let number = try? decoder.decode(JSON.Value.self, from: bytes).number else { return }
    let reference = ReferenceNumber(number.text)
    try requireEqual(number.double?.bitPattern, reference.double?.bitPattern, "\(number) as a double")
    try requireEqual(
      (try? decoder.decode(Float.self, from: bytes))?.bitPattern, reference.float?.bitPattern,
      "\(number) as a float")
    try decimal(reference)
    guard let integer = reference.integer else { return }
    try requireEqual(number.integer(as: Int128.self), integer, "\(number) as an integer")
    try requireEqual(
      number.integer(as: Int64.self), integer.flatMap { Int64(exactly: $0) }, "\(number) as an Int64")
    try requireEqual(
      try? decoder.decode(Int.self, from: bytes), integer.flatMap { Int(exactly: $0) }, "as an Int")
    try requireEqual(
      try? decoder.decode(UInt64.self, from: bytes), integer.flatMap { UInt64(exactly: $0) }, "as a UInt64")
    try requireEqual(
      try? decoder.decode(Int8.self, from: bytes), integer.flatMap { Int8(exactly: $0) }, "as an Int8")
  }

  /// Compares a number as a `Decimal` with its digits: one that is rounded is within what 38 digits, and 128 places
  /// after the point, can represent, and is the exact one if there is one.
  func decimal(_ reference: ReferenceNumber) throws {
    var rounding = decoder
    rounding.decimalDecodingStrategy = .rounded
    let rounded = try? rounding.decode(Decimal.self, from: bytes)
    if let exact = try? decoder.decode(Decimal.self, from: bytes) {
      try requireEqual(rounded, exact, "as a rounded `Decimal`")
    }
    // The largest `Decimal` is 3.4·10¹⁶⁵.
    guard let double = reference.double, double.magnitude < 3.3e165 else { return }
    guard let nearest = rounded.flatMap({ Double($0.description) }) else {
      throw BrokenProperty("\(double) has no rounded `Decimal`")
    }
    try require((nearest - double).magnitude <= max(double.ulp, 1e-128), "\(nearest) for \(double)")
  }

  /// Compares the document, decoded through containers, with the reference.
  func walk(seed: UInt8) throws {
    guard
      let expected = try? ReferenceJSONReader.read(
        bytes, maximumDepth: decoder.maximumDepth, duplicateKeys: decoder.duplicateKeys),
      let key = ContainerWalk.seedKey
    else { return }
    var decoder = decoder
    decoder.userInfo[key] = seed
    let walk = try decoder.decode(ContainerWalk.self, from: bytes)
    try requireEqual(walk.tree.text(), expected.keepingFirstMembers.text(), "decoded through containers")
  }
}

/// A document of any shape, decoded through containers in the ways that a type may use them: in any order, twice,
/// through super decoders and nested containers, and through two containers at a time.
private struct ContainerWalk: Decodable {
  /// The document that was decoded, with only the first of the members that have the same key.
  let tree: ReferenceJSON

  /// The key of `userInfo` for the `UInt8` that chooses the way. Defaults to 0.
  static let seedKey = CodingUserInfoKey(rawValue: "ContainerWalk.seed")

  private enum Way: CaseIterable {
    case plain, reversed, twice, byNestedContainers, bySuperDecoders, interleaved
  }

  init(tree: ReferenceJSON) { self.tree = tree }

  init(from decoder: any Decoder) throws {
    let seed = Self.seedKey.flatMap { decoder.userInfo[$0] as? UInt8 } ?? 0
    let way = Self.way(seed, level: decoder.codingPath.count)
    if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
      tree = .object(try Self.members(of: container, way, decoder))
    } else if var container = try? decoder.unkeyedContainer() {
      let elements = try Self.elements(of: &container, way)
      if way == .twice {
        var again = try decoder.unkeyedContainer()
        let second = try Self.elements(of: &again, .plain)
        try requireEqual(
          ReferenceJSON.array(second).text(), ReferenceJSON.array(elements).text(), "elements, read again")
      }
      tree = .array(elements)
    } else {
      tree = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func way(_ seed: UInt8, level: Int) -> Way {
    let way = Way.allCases[(Int(seed) + level * Int(seed >> 3)) % Way.allCases.count]
    // Reading twice at each of 32 levels would read the innermost value four billion times.
    return way == .twice && level > 1 ? .plain : way
  }

  private static func members(
    of container: KeyedDecodingContainer<AnyCodingKey>, _ way: Way, _ decoder: any Decoder
  ) throws -> [ReferenceJSON.Member] {
    let keys = container.allKeys
    let names = Set(keys.map { Array($0.stringValue.utf8) })
    let other = way == .interleaved ? try decoder.container(keyedBy: AnyCodingKey.self) : container
    var values: [ReferenceJSON?] = Array(repeating: nil, count: keys.count)
    let order = way == .reversed ? Array(keys.indices.reversed()) : Array(keys.indices)
    for index in order {
      let key = keys[index]
      try require(container.contains(key), "missing key \(key.stringValue)")
      let longer = AnyCodingKey(stringValue: key.stringValue + "\u{0}")
      if !names.contains(Array(longer.stringValue.utf8)) {
        try require(!container.contains(longer), "contains an unknown key")
        try require(try other.decodeIfPresent(Int.self, forKey: longer) == nil, "a value for an unknown key")
      }
      switch way {
      case .bySuperDecoders:
        values[index] = try ContainerWalk(from: container.superDecoder(forKey: key)).tree
      case .byNestedContainers:
        values[index] = try nested(in: container, key)
      case .twice:
        values[index] = try container.decode(ContainerWalk.self, forKey: key).tree
        let again = try container.decode(ContainerWalk.self, forKey: key).tree
        try requireEqual(again.text(), values[index]?.text(), "read again")
      case .interleaved:
        _ = try other.decodeNil(forKey: keys[keys.count - 1 - index])
        values[index] = try (index % 2 == 0 ? container : other).decode(ContainerWalk.self, forKey: key).tree
      case .plain, .reversed:
        values[index] = try container.decode(ContainerWalk.self, forKey: key).tree
      }
    }
    return zip(keys, values).compactMap { key, value in
      value.map { .init(key: Array(key.stringValue.utf8), offset: 0, value: $0) }
    }
  }

  private static func nested(in container: KeyedDecodingContainer<AnyCodingKey>, _ key: AnyCodingKey) throws
    -> ReferenceJSON
  {
    if let inner = try? container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key) {
      return try object(of: inner)
    }
    if var inner = try? container.nestedUnkeyedContainer(forKey: key) {
      return .array(try elements(of: &inner, .plain))
    }
    return try container.decode(ContainerWalk.self, forKey: key).tree
  }

  private static func object(of container: KeyedDecodingContainer<AnyCodingKey>) throws -> ReferenceJSON {
    .object(
      try container.allKeys.map {
        .init(
          key: Array($0.stringValue.utf8), offset: 0,
          value: try container.decode(ContainerWalk.self, forKey: $0).tree)
      })
  }

  private static func elements(
    of container: inout any UnkeyedDecodingContainer, _ way: Way
  ) throws -> [ReferenceJSON] {
    var elements: [ReferenceJSON] = []
    while !container.isAtEnd {
      try requireEqual(container.currentIndex, elements.count, "the current index of an array")
      switch way {
      case .bySuperDecoders: elements.append(try ContainerWalk(from: container.superDecoder()).tree)
      case .byNestedContainers: elements.append(try nested(in: &container))
      default: elements.append(try container.decode(ContainerWalk.self).tree)
      }
    }
    try requireEqual(container.count, elements.count, "the number of elements")
    try require((try? container.decode(ContainerWalk.self)) == nil, "an element after the last")
    return elements
  }

  private static func nested(in container: inout any UnkeyedDecodingContainer) throws -> ReferenceJSON {
    // A failed attempt does not consume the element.
    if var inner = try? container.nestedUnkeyedContainer() { return .array(try elements(of: &inner, .plain)) }
    if let inner = try? container.nestedContainer(keyedBy: AnyCodingKey.self) {
      return try object(of: inner)
    }
    return try container.decode(ContainerWalk.self).tree
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> ReferenceJSON {
    if container.decodeNil() { return .literal("null") }
    if let bool = try? container.decode(Bool.self) { return .literal(bool ? "true" : "false") }
    if let text = try? container.decode(String.self) { return .string(Array(text.utf8)) }
    let value = try container.decode(JSON.Value.self)
    guard let number = value.number else {
      throw BrokenProperty("\(value) is not null, a Boolean, a string or a number")
    }
    return .number(number.text)
  }
}
