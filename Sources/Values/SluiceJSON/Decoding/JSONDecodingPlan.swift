import FoundationEssentials

/// The method by which values of a type are decoded.
///
/// Plans are cached, since determining one takes longer than decoding a small value.
enum JSONDecodingPlan: Sendable {
  /// Calls the type's own `init(from:)`.
  case codable
  /// Lets the type read itself.
  case readable(any JSONReadable.Type)
  /// Reads the value without a decoding container.
  case collection(any JSONCollectionDecodable.Type)
  /// Reads the value without a scope.
  case element(any JSONElement.Type)
  case date, data, url
  case int, double, string
  case stringDictionary, intDictionary, doubleDictionary

  /// The types that are most common. Finding the conformances of a type takes longer than decoding many values.
  private static let standard: [ObjectIdentifier: JSONDecodingPlan] = [
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(Data.self): .data,
    ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(Int.self): .int,
    ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(String.self): .string,
    ObjectIdentifier([Bool].self): .element([Bool].self),
    ObjectIdentifier([Int].self): .element([Int].self),
    ObjectIdentifier([Double].self): .element([Double].self),
    ObjectIdentifier([Float].self): .element([Float].self),
    ObjectIdentifier([String].self): .element([String].self),
    ObjectIdentifier([String: String].self): .stringDictionary,
    ObjectIdentifier([String: Int].self): .intDictionary,
    ObjectIdentifier([String: Double].self): .doubleDictionary,
  ]

  init<T: Decodable>(_ type: T.Type, _ strategies: JSON.Decoder) {
    if let plan = Self.standard[ObjectIdentifier(type)] {
      self = plan
      return
    }
    let readable = type as? any JSONReadable.Type
    if readable != nil, MemoryLayout<T>.size <= MemoryLayout<Decimal>.size,
      // All elements are readable, and none is larger than a `Decimal`.
      let element = type as? any JSONElement.Type
    {
      self = .element(element)
    } else if let readable, strategies.letsTypesReadThemselves {
      self = .readable(readable)
    } else if let collection = type as? any JSONCollectionDecodable.Type {
      self = .collection(collection)
    } else {
      self = .codable
    }
  }
}

extension JSON.Decoder {
  /// Whether types may read themselves.
  ///
  /// A custom function depends on the coding path of each key, which is known only to containers.
  var letsTypesReadThemselves: Bool {
    if case .custom = keyDecodingStrategy { false } else { true }
  }
}
