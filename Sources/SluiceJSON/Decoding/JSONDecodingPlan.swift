import FoundationEssentials

/// The method by which values of a type are decoded.
///
/// Plans are cached, since determining one takes longer than decoding a small value.
enum JSONDecodingPlan: Sendable {
  /// Calls the type's own `init(from:)`.
  case codable
  /// Reads the value without a decoding container.
  case direct(any JSONDirect.Type)
  case date, data, url, decimal
  case int, double, string
  case bools, ints, intLists, doubles, doubleLists, doubleLists2, doubleLists3, floats, strings
  case stringTable, intTable, doubleTable

  private static let standard: [ObjectIdentifier: JSONDecodingPlan] = [
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(Data.self): .data,
    ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(Decimal.self): .decimal,
    ObjectIdentifier(Int.self): .int,
    ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(String.self): .string,
    ObjectIdentifier([Bool].self): .bools,
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

  init(_ type: any Decodable.Type) {
    if let plan = Self.standard[ObjectIdentifier(type)] {
      self = plan
    } else if let direct = type as? any JSONDirect.Type {
      self = .direct(direct)
    } else {
      self = .codable
    }
  }
}
