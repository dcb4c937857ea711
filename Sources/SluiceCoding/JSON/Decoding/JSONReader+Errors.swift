extension JSONReader {
  /// Why the value at `index` is no `type`.
  @inline(never)
  func failure(_ type: Any.Type, at index: Int, in scope: JSONScope?, _ step: JSONScope.Step) -> DecodingError
  {
    let entry = entry(at: index)
    let path = scope?.codingPath(step) ?? []
    switch entry.kind {
    // Foundation calls it a mismatch for this type alone.
    case .null where type != Bool.self:
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found null instead."))
    case .integer where type is any Numeric.Type, .fraction where type is any Numeric.Type:
      let text = tape.numberText(of: entry)
      return .dataCorrupted(
        .init(codingPath: path, debugDescription: "The number \(text.prefix(100)) is no \(type)."))
    default:
      let description = "Expected to decode \(type) but found \(Self.name(of: entry.kind)) instead."
      return .typeMismatch(type, .init(codingPath: path, debugDescription: description))
    }
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
