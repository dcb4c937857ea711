package import SluiceJSON

extension JSON.Value {
  /// Returns whether two values are the same as data: the order of members does not matter, and numbers are equal if they
  /// have the same value as a `Double`.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the values.
  package func isEquivalent(to other: JSON.Value) -> Bool {
    withDoubles(depth: 0).bytes(formatting: .sortedKeys)
      == other.withDoubles(depth: 0).bytes(formatting: .sortedKeys)
  }

  /// Values that are nested more deeply than 512 levels are compared as they are.
  private func withDoubles(depth: Int) -> JSON.Value {
    guard depth < 512 else { return self }
    return switch content {
    case .array(let elements): JSON.Value(.array(elements.map { $0.withDoubles(depth: depth + 1) }))
    case .object(let members):
      JSON.Value(.object(members.map { Member($0.key, $0.value.withDoubles(depth: depth + 1)) }))
    case .number(let number):
      // 0 and -0 are the same value.
      Double(number.text).flatMap { JSON.Number($0 == 0 ? 0.0 : $0) }.map { JSON.Value(.number($0)) } ?? self
    default: self
    }
  }
}
