extension JSONReader {
  /// Why the value at `index` is no `type`.
  @inline(never)
  func failure(_ type: Any.Type, at index: Int, path: JSONPath) -> DecodingError {
    let entry = entry(at: index)
    let path = path.codingPath
    switch entry.kind {
    // Foundation calls it a mismatch for this type alone.
    case .null where type != Bool.self:
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found null instead."))
    case .integer where type is any Numeric.Type, .fraction where type is any Numeric.Type:
      let text = document.numberText(of: entry)
      return .dataCorrupted(
        .init(codingPath: path, debugDescription: "The number \(text.prefix(100)) is no \(type)."))
    default:
      let description = "Expected to decode \(type) but found \(Self.name(of: entry.kind)) instead."
      return .typeMismatch(type, .init(codingPath: path, debugDescription: description))
    }
  }

  func corrupted(_ path: JSONPath, _ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: path.codingPath, debugDescription: description))
  }

  private static func name(of kind: JSONEntry.Kind) -> String {
    switch kind {
    case .null: "null"
    case .false, .true: "bool"
    case .integer, .fraction: "number"
    case .string, .escaped: "a string"
    case .array: "an array"
    case .object: "a dictionary"
    }
  }
}
