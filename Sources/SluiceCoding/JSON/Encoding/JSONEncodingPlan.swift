import FoundationEssentials

/// How the values of a type are written. Finding it out takes longer than writing a small value.
enum JSONEncodingPlan: Sendable {
  /// By the type's own `encode(to:)`.
  case codable
  /// Without a container.
  case direct(any JSONDirectEncodable.Type)
  case date, data, url, decimal
  case int, double, string
  case bools, bytes, ints, intLists, doubles, doubleLists, floats, strings

  private static let standard: [ObjectIdentifier: JSONEncodingPlan] = [
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
    ObjectIdentifier([Float].self): .floats,
    ObjectIdentifier([String].self): .strings,
  ]

  private init(_ type: any Encodable.Type) {
    if let plan = Self.standard[ObjectIdentifier(type)] {
      self = plan
    } else if let direct = type as? any JSONDirectEncodable.Type {
      self = .direct(direct)
    } else {
      self = .codable
    }
  }

  /// The plans of the types that were met last.
  struct Cache {
    private var slots: [(type: ObjectIdentifier, plan: JSONEncodingPlan)] =
      Array(repeating: (ObjectIdentifier(Never.self), .codable), count: 64)

    @inline(__always)
    mutating func plan<T: Encodable>(for type: T.Type) -> JSONEncodingPlan {
      let identifier = ObjectIdentifier(type)
      let address = UInt(bitPattern: identifier)
      let slot = Int((address >> 4 ^ address >> 10) & 63)
      if slots[slot].type == identifier { return slots[slot].plan }
      let plan = JSONEncodingPlan(type)
      slots[slot] = (identifier, plan)
      return plan
    }
  }
}
