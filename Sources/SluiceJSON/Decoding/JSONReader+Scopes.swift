/// The reuse of scopes: creating one takes longer than decoding a small value.
extension JSONReader {
  /// Calls a closure with a scope for the value at `index`.
  ///
  /// The scope returns to the spare ones afterwards, unless the closure kept a reference to it.
  @inline(__always)
  func withScope<Result>(
    at index: Int, in parent: JSONScope?, _ step: JSONScope.Step, _ body: (JSONScope) throws -> Result
  ) rethrows -> Result {
    // The same value, decoded as another type, continues in its scope.
    if case .here = step, let parent { return try body(parent) }
    let scope: JSONScope
    if let spare = spares.popLast() {
      scope = spare
      scope.begin(index: index, parent: parent, step: step)
    } else {
      scope = JSONScope(reader: self, index: index, parent: parent, step: step)
    }
    do {
      let result = try body(scope)
      giveBack(consume scope)
      return result
    } catch {
      giveBack(consume scope)
      throw error
    }
  }

  private func giveBack(_ scope: consuming JSONScope) {
    guard isOpen, isKnownUniquelyReferenced(&scope) else {
      // A type kept its decoder or one of its containers.
      hasLostScopes = true
      return
    }
    scope.end()
    spares.append(scope)
  }
}
