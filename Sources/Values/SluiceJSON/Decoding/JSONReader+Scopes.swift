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
    if let parent, case .here = step { return try body(parent) }
    let scope = unusedScope(at: index, in: parent, step)
    do {
      let result = try body(scope)
      giveBack(consume scope)
      return result
    } catch {
      giveBack(consume scope)
      throw error
    }
  }

  @inline(__always)
  private func unusedScope(at index: Int, in parent: JSONScope?, _ step: JSONScope.Step) -> JSONScope {
    guard let scope = spares.popLast() else {
      return JSONScope(reader: self, index: index, parent: parent, step: step)
    }
    scope.begin(index: index, parent: parent, step: step)
    return scope
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
