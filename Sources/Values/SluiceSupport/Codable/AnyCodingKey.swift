/// A coding key with any name or index.
package struct AnyCodingKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  /// The key of the hidden container that `superEncoder()` and `superDecoder()` use.
  package static let `super` = AnyCodingKey(stringValue: "super")

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// Creates the key of an array's element.
  package init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }
}

extension DecodingError {
  /// Returns the error as the decoder of an array would report it for its element at `index`.
  package func inElement(at index: Int) -> DecodingError {
    func outer(_ context: Context) -> Context {
      Context(
        codingPath: [AnyCodingKey(index: index)] + context.codingPath,
        debugDescription: context.debugDescription, underlyingError: context.underlyingError)
    }
    return switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, outer(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, outer(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, outer(context))
    case .dataCorrupted(let context): .dataCorrupted(outer(context))
    @unknown default: self
    }
  }
}
