import FoundationEssentials
import SluiceFuzz
import SluiceSupport

/// A value that is generated from an input, and encodes itself through containers in one of several ways.
indirect enum GeneratedJSON: Encodable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case float(Float)
  case string(String)
  case array([GeneratedJSON])
  case object([(key: String, value: GeneratedJSON)])

  init(from input: inout FuzzInput, depth: Int = 0) {
    switch input.byte() % (depth < 8 ? 11 : 7) {
    case 0: self = .null
    case 1: self = .bool(input.bool())
    case 2: self = .integer(Int64(bitPattern: Self.bits(from: &input)))
    case 3: self = .unsigned(Self.bits(from: &input))
    case 4: self = .double(Double(bitPattern: Self.bits(from: &input)))
    case 5: self = .float(Float(bitPattern: UInt32(truncatingIfNeeded: Self.bits(from: &input))))
    case 6: self = .string(Self.text(from: &input))
    case 7, 8:
      self = .array((0..<input.byte() % 6).map { _ in GeneratedJSON(from: &input, depth: depth + 1) })
    default:
      self = .object(
        (0..<input.byte() % 6).map { _ in
          (Self.text(from: &input), GeneratedJSON(from: &input, depth: depth + 1))
        })
    }
  }

  /// Returns an integer of up to 8 bytes. The byte before them chooses their number, so that small integers are
  /// frequent.
  static func bits(from input: inout FuzzInput) -> UInt64 {
    let count = Int(input.byte() % 9)
    return input.bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a string of any scalars.
  static func text(from input: inout FuzzInput) -> String { String(decoding: input.string(), as: UTF8.self) }

  // MARK: Expected document

  /// Returns the document that the value should be encoded as.
  ///
  /// - Parameter nonConforming: Whether strings stand for infinities and NaN.
  /// - Returns: The document, or `nil` if the value has a number that JSON cannot represent.
  func document(nonConforming: Bool) -> ReferenceJSON? {
    switch self {
    case .null: return .literal("null")
    case .bool(let bool): return .literal(bool ? "true" : "false")
    case .integer(let integer): return .number("\(integer)")
    case .unsigned(let integer): return .number("\(integer)")
    case .double(let double): return Self.number(double, nonConforming)
    case .float(let float): return Self.number(float, nonConforming)
    case .string(let text): return .string(Array(text.utf8))
    case .array(let elements):
      let documents = elements.compactMap { $0.document(nonConforming: nonConforming) }
      return documents.count == elements.count ? .array(documents) : nil
    case .object(let members):
      // If a key is repeated, the last value takes the first one's place.
      var merged: [ReferenceJSON.Member] = []
      for (key, value) in members {
        guard let document = value.document(nonConforming: nonConforming) else { return nil }
        let member = ReferenceJSON.Member(key: Array(key.utf8), offset: 0, value: document)
        if let place = merged.firstIndex(where: { $0.key == member.key }) {
          merged[place] = member
        } else {
          merged.append(member)
        }
      }
      return .object(merged)
    }
  }

  private static func number(
    _ value: some BinaryFloatingPoint & LosslessStringConvertible, _ nonConforming: Bool
  ) -> ReferenceJSON? {
    if value.isFinite {
      let text = value.description
      return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
    guard nonConforming else { return nil }
    return .string(Array((value.isNaN ? "nan" : value < 0 ? "-inf" : "inf").utf8))
  }

  // MARK: Encoding

  /// The key of `userInfo` for the `UInt8` that chooses the way. Defaults to 0.
  static let seedKey = CodingUserInfoKey(rawValue: "GeneratedJSON.seed")

  private enum Way: CaseIterable { case plain, bySuperEncoders, byNestedContainers, lastFirst }

  func encode(to encoder: any Encoder) throws {
    let seed = Self.seedKey.flatMap { encoder.userInfo[$0] as? UInt8 } ?? 0
    let way = Way.allCases[(Int(seed) + encoder.codingPath.count * Int(seed >> 4)) % Way.allCases.count]
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      try Self.write(elements, to: &container, way)
    case .object(let members):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try Self.write(members, to: &container, way)
    default:
      var container = encoder.singleValueContainer()
      try writeScalar(to: &container)
    }
  }

  private func writeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .unsigned(let integer): try container.encode(integer)
    case .double(let double): try container.encode(double)
    case .float(let float): try container.encode(float)
    case .string(let text): try container.encode(text)
    case .array, .object: break
    }
  }

  private static func write(
    _ elements: [GeneratedJSON], to container: inout any UnkeyedEncodingContainer, _ way: Way
  ) throws {
    switch way {
    case .plain: for element in elements { try container.encode(element) }
    case .bySuperEncoders: for element in elements { try element.encode(to: container.superEncoder()) }
    case .byNestedContainers:
      for element in elements {
        switch element {
        case .array(let inner):
          var nested = container.nestedUnkeyedContainer()
          try write(inner, to: &nested, .plain)
        case .object(let inner):
          var nested = container.nestedContainer(keyedBy: AnyCodingKey.self)
          try write(inner, to: &nested, .plain)
        default: try container.encode(element)
        }
      }
    case .lastFirst:
      // Creates all encoders first, then encodes from the last to the first.
      let encoders = elements.map { _ in container.superEncoder() }
      for (encoder, element) in zip(encoders, elements).reversed() { try element.encode(to: encoder) }
    }
    try requireEqual(container.count, elements.count, "the number of written elements")
  }

  private static func write(
    _ members: [(key: String, value: GeneratedJSON)],
    to container: inout KeyedEncodingContainer<AnyCodingKey>,
    _ way: Way
  ) throws {
    switch way {
    case .plain:
      for member in members {
        try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
      }
    case .bySuperEncoders:
      for member in members {
        try member.value.encode(to: container.superEncoder(forKey: AnyCodingKey(stringValue: member.key)))
      }
    case .byNestedContainers:
      var names: Set<[UInt8]> = []
      for (name, value) in members {
        let key = AnyCodingKey(stringValue: name)
        // A nested container continues an earlier value for its key, and the document has the last value alone.
        let isNew = names.insert(Array(name.utf8)).inserted
        switch value {
        case .array(let inner) where isNew:
          var nested = container.nestedUnkeyedContainer(forKey: key)
          try write(inner, to: &nested, .plain)
        case .object(let inner) where isNew:
          var nested = container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key)
          try write(inner, to: &nested, .plain)
        default: try container.encode(value, forKey: key)
        }
      }
    case .lastFirst:
      let encoders = members.map { container.superEncoder(forKey: AnyCodingKey(stringValue: $0.key)) }
      for (encoder, member) in zip(encoders, members).reversed() { try member.value.encode(to: encoder) }
    }
  }
}
