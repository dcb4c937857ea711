extension Span<UInt8> {
  /// Returns whether other bytes are the same.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for position in indices where self[position] != other[position] { return false }
    return true
  }
}
