/// Scopes are used again: to make one takes longer than to read a small value.
extension JSONReader {
  /// Calls `body` with a scope for the value at `index`.
  @inline(__always)
  func withScope<Result>(
    at index: Int, in parent: JSONScope?, _ step: JSONScope.Step, _ body: (JSONScope) throws -> Result
  ) rethrows -> Result {
    // The same value goes on in its own scope.
    if case .here = step, let parent { return try body(parent) }
    var scope: JSONScope
    if let spare = spares.popLast() {
      scope = spare
      scope.begin(index: index, parent: parent, step: step)
    } else {
      scope = JSONScope(reader: self, index: index, parent: parent, step: step)
    }
    defer { giveBack(&scope) }
    return try body(scope)
  }

  private func giveBack(_ scope: inout JSONScope) {
    guard isOpen, isKnownUniquelyReferenced(&scope) else {
      // The caller's type has kept its decoder or a container.
      hasLostScopes = true
      return
    }
    scope.end()
    spares.append(scope)
  }

  /// Lets the spare scopes go, which hold the reader, and keeps no more.
  func close() {
    isOpen = false
    spares = []
  }
}
