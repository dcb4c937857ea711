import FoundationEssentials

/// How the values of a type are written. Finding it out takes longer than writing a small value.
enum JSONEncodingPlan: Sendable {
  /// By the type's own `encode(to:)`.
  case codable
  /// Without a container.
  case direct(any JSONDirectEncodable.Type)
  /// As a strategy's function does it.
  case customDate, customData
  /// Without a frame.
  case standard(Standard)

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
