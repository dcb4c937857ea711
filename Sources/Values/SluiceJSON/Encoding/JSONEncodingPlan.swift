import FoundationEssentials

/// The method by which values of a type are encoded.
///
/// Plans are cached, since determining one takes longer than encoding a small value.
enum JSONEncodingPlan: Sendable {
  /// Calls the type's own `encode(to:)`.
  case codable
  /// Lets the value write itself.
  case writable(any JSONWritable.Type)
  /// Writes the value without an encoding container.
  case collection(any JSONCollectionEncodable.Type)
  /// Calls the function of a custom strategy.
  case customDate, customData
  /// Writes the value without a frame.
  case standard(Standard)

  typealias Standard = JSONStandardType<any JSONEncodableElement.Type>
  private static let common = Standard.common(
    arrays: [[Bool].self, [UInt8].self, [Int].self, [Double].self, [Float].self, [String].self])

  init<T: Encodable>(_ type: T.Type, _ strategies: JSON.Encoder) {
    guard let standard = Self.common[ObjectIdentifier(type)] else {
      let writable = type as? any JSONWritable.Type
      if writable != nil, MemoryLayout<T>.size <= MemoryLayout<Decimal>.size,
        // All elements are writable, and none is larger than a `Decimal`.
        let element = type as? any JSONEncodableElement.Type
      {
        self = .standard(.element(element))
      } else if let writable, strategies.letsTypesWriteThemselves {
        self = .writable(writable)
      } else if let collection = type as? any JSONCollectionEncodable.Type {
        self = .collection(collection)
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

extension JSON.Encoder {
  /// Whether types may write themselves.
  ///
  /// A custom function depends on the coding path of each key, which is known only to containers.
  var letsTypesWriteThemselves: Bool {
    if case .custom = keyEncodingStrategy { false } else { true }
  }
}
