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
  case standard(Standard)

  typealias Standard = JSONStandardType<any JSONElement.Type>
  private static let common = Standard.common(
    arrays: [[Bool].self, [UInt8].self, [Int].self, [Double].self, [Float].self, [String].self])

  init<T: Decodable>(_ type: T.Type, _ strategies: JSON.Decoder) {
    if let standard = Self.common[ObjectIdentifier(type)] {
      self = .standard(standard)
      return
    }
    let readable = type as? any JSONReadable.Type
    if readable != nil, MemoryLayout<T>.size <= MemoryLayout<Decimal>.size,
      // All elements are readable, and none is larger than a `Decimal`.
      let element = type as? any JSONElement.Type
    {
      self = .standard(.element(element))
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
