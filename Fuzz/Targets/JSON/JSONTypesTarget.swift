import FoundationEssentials
import SluiceFuzz
import SluiceJSON

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
