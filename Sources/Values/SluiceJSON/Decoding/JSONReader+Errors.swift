extension JSONReader {
  /// Returns the error for a value that cannot be decoded as `type`.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - index: The index of the value's entry, or ``absent``.
  ///   - scope: The scope of the enclosing value.
  ///   - step: The step from `scope` to the value.
  @inline(never)
  func failure(_ type: Any.Type, at index: Int, in scope: JSONScope?, _ step: JSONScope.Step) -> DecodingError
  {
    failure(type, at: index, scope?.codingPath(step) ?? [])
  }

  /// Returns the error for a value that was read without a scope.
  ///
  /// - Parameters:
  ///   - mismatch: The entry that is not a value of its type.
  ///   - index: The index of the entry of the whole value, or ``absent``.
  ///   - scope: The scope of the enclosing value.
  ///   - step: The step from `scope` to the whole value.
  @inline(never)
  func failure(
    _ mismatch: JSONMismatch, within index: Int, in scope: JSONScope?, _ step: JSONScope.Step
  ) -> DecodingError {
    let path = (scope?.codingPath(step) ?? []) + path(from: index, to: mismatch.index)
    return failure(mismatch.type, at: mismatch.index, path)
  }

  private func failure(_ type: Any.Type, at index: Int, _ path: [any CodingKey]) -> DecodingError {
    let entry = entry(at: index)
    switch entry.kind {
    // Foundation reports a type mismatch for `Bool`, and a missing value for all other types.
    case .null where type != Bool.self:
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found null instead."))
    case .integer where type is any Numeric.Type, .fraction where type is any Numeric.Type:
      let text = tape.numberText(of: entry)
      return .dataCorrupted(
        .init(codingPath: path, debugDescription: "The number \(text.prefix(100)) does not fit \(type)."))
    default:
      let description = "Expected to decode \(type) but found \(Self.name(of: entry.kind)) instead."
      return .typeMismatch(type, .init(codingPath: path, debugDescription: description))
    }
  }

  /// Returns the error for a member that is missing in the object with the given coding path.
  static func missing(_ key: some CodingKey, at path: [any CodingKey]) -> DecodingError {
    let description = "No value associated with key \(key) (\"\(key.stringValue)\")."
    return .keyNotFound(key, .init(codingPath: path, debugDescription: description))
  }

  func corrupted(_ scope: JSONScope?, _ step: JSONScope.Step, _ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: scope?.codingPath(step) ?? [], debugDescription: description))
  }

  private static func name(of kind: JSONEntry.Kind) -> String {
    switch kind {
    case .null: "null"
    case .false, .true: "bool"
    case .integer, .fraction: "number"
    case .string, .unicode, .escaped: "a string"
    case .array: "an array"
    case .object: "a dictionary"
    }
  }
}
