import FoundationEssentials

/// The method by which values of a type are encoded.
///
/// Plans are cached, since determining one takes longer than encoding a small value.
enum JSONEncodingPlan: Sendable {
  /// Calls the type's own `encode(to:)`.
  case codable
  /// Writes the value without an encoding container.
  case direct(any JSONDirectEncodable.Type)
  /// Calls the function of a custom strategy.
  case customDate, customData
  /// Writes the value without a frame.
  case standard(Standard)

  /// A type that the writer handles itself.
  enum Standard: Sendable {
    case date, data, url, decimal
    case int, double, string
    case bools, bytes, ints, intLists, doubles, doubleLists, doubleLists2, doubleLists3, floats, strings
    case stringTable, intTable, doubleTable
  }

  private static let standardTypes: [ObjectIdentifier: Standard] = [
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(Data.self): .data,
    ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(Decimal.self): .decimal,
    ObjectIdentifier(Int.self): .int,
    ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(String.self): .string,
    ObjectIdentifier([Bool].self): .bools,
    ObjectIdentifier([UInt8].self): .bytes,
    ObjectIdentifier([Int].self): .ints,
    ObjectIdentifier([[Int]].self): .intLists,
    ObjectIdentifier([Double].self): .doubles,
    ObjectIdentifier([[Double]].self): .doubleLists,
    ObjectIdentifier([[[Double]]].self): .doubleLists2,
    ObjectIdentifier([[[[Double]]]].self): .doubleLists3,
    ObjectIdentifier([Float].self): .floats,
    ObjectIdentifier([String].self): .strings,
    ObjectIdentifier([String: String].self): .stringTable,
    ObjectIdentifier([String: Int].self): .intTable,
    ObjectIdentifier([String: Double].self): .doubleTable,
  ]

  init(_ type: any Encodable.Type, _ strategies: JSON.Encoder) {
    guard let standard = Self.standardTypes[ObjectIdentifier(type)] else {
      if let direct = type as? any JSONDirectEncodable.Type {
        self = .direct(direct)
      } else {
        self = .codable
      }
      return
    }
    switch (standard, strategies.dateEncodingStrategy, strategies.dataEncodingStrategy) {
    case (.date, .custom, _): self = .customDate
    case (.data, _, .custom): self = .customData
    case (.data, _, .deferredToData): self = .codable
    default: self = .standard(standard)
    }
  }
}
