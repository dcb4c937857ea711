/// The kind of a decoding error.
enum DecodingFailureKind { case corrupted, missingKey, mismatch, missingValue, other }

/// The outcome of decoding: a value, or the kind and the coding path of an error.
enum DecodingOutcome<Value> {
  case value(Value)
  case failure(kind: DecodingFailureKind, path: [String])

  init(_ body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch let error as DecodingError {
      switch error {
      case .dataCorrupted(let context): self = Self.failed(.corrupted, context)
      case .keyNotFound(_, let context): self = Self.failed(.missingKey, context)
      case .typeMismatch(_, let context): self = Self.failed(.mismatch, context)
      case .valueNotFound(_, let context): self = Self.failed(.missingValue, context)
      @unknown default: self = .failure(kind: .other, path: [])
      }
    } catch {
      self = .failure(kind: .other, path: ["\(error)"])
    }
  }

  private static func failed(_ kind: DecodingFailureKind, _ context: DecodingError.Context) -> DecodingOutcome
  {
    .failure(kind: kind, path: context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }

  func map<Other>(_ transform: (Value) -> Other) -> DecodingOutcome<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .failure(let kind, let path): .failure(kind: kind, path: path)
    }
  }
}

extension DecodingOutcome: Equatable where Value: Equatable {}
