import FoundationEssentials
internal import SluiceSupport

/// Encoding and decoding in any format.
///
/// Dates and data are passed to the encoder as `Date` and `Data`, and a UID as a dictionary. What is decoded depends
/// on the types that the format distinguishes. A null is an error, because property lists have none.
extension PropertyList.Value: Codable {
  /// Encodes the value into any encoder.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Swift.Encoder) throws {
    if let encoder = encoder as? TreeEncoder<PropertyListEncodingTree> {
      encoder.tree.set(self, at: encoder.node)
      return
    }
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .dictionary(let members):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for member in members {
        try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
      }
    case .uid(let uid):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try container.encode(uid, forKey: AnyCodingKey(stringValue: Self.uidKey))
    case .string, .integer, .real, .bool, .date, .data:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .string(let text): try container.encode(text)
    case .integer(let integer):
      if let integer = Int64(exactly: integer) {
        try container.encode(integer)
      } else if let integer = UInt64(exactly: integer) {
        try container.encode(integer)
      } else {
        try container.encode(integer)
      }
    case .real(let real): try container.encode(real)
    case .bool(let bool): try container.encode(bool)
    case .date(let date): try container.encode(date)
    case .data(let data): try container.encode(data)
    case .array, .dictionary, .uid: break
    }
  }

  /// Decodes a value from any decoder.
  ///
  /// - Throws: `DecodingError` for a null, and the errors of the decoder.
  public init(from decoder: any Swift.Decoder) throws {
    if let decoder = decoder as? TreeDecoder<PropertyListValueReader> {
      self = decoder.node
    } else if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
      self = .dictionary(
        mergingMembers: try container.allKeys.map { key in
          Member(key.stringValue, try container.decode(Self.self, forKey: key))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Self] = []
      while !container.isAtEnd { elements.append(try container.decode(Self.self)) }
      self = .array(elements)
    } else {
      self = try Self(scalar: decoder.singleValueContainer())
    }
  }

  /// Reads numbers and text first, because some formats can also read these as a date or data.
  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      throw DecodingError.valueNotFound(
        Self.self,
        .init(codingPath: container.codingPath, debugDescription: "Property lists have no null."))
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(Int128(integer))
    } else if let integer = try? container.decode(UInt64.self) {
      self = .integer(Int128(integer))
    } else if let real = try? container.decode(Double.self) {
      if let text = (container as? any NumberTextDecodingContainer)?.numberText, DecimalText.isInteger(text) {
        throw DecodingError.dataCorrupted(
          .init(codingPath: container.codingPath, debugDescription: Self.integersDescription))
      }
      self = .real(real)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let date = try? container.decode(Date.self) {
      self = .date(date)
    } else {
      self = .data(try container.decode(Data.self))
    }
  }
}
