/// Scopes that are used again, with their keyed containers: to make both takes longer than to read a small object.
///
/// A lent scope is owned by what it owns itself: its container or, before it has one, itself. So it stays until that is
/// taken away, when it comes back and another has it, too, or when the reader is closed. That no other has it tells that
/// the caller's type kept neither its decoder nor a container.
extension JSONReader {
  /// Calls `body` with a scope for the value at `index`: one that was used before for a value with the same number in
  /// ``spares``, if there is one.
  @inline(__always)
  func withScope<Result>(
    spare: Int, at index: Int, in parent: JSONScope?, _ step: JSONScope.Step,
    _ body: (JSONScope) throws -> Result
  ) rethrows -> Result {
    // The same value goes on in its own scope.
    if case .here = step, let parent { return try body(parent) }
    let scope: Unmanaged<JSONScope>
    if let kept = unsafe spares[spare].pop() {
      unsafe scope = kept
      unsafe scope._withUnsafeGuaranteedRef { $0.begin(index: index, parent: parent, step: step) }
    } else {
      let new = JSONScope(reader: self, index: index, parent: parent, step: step)
      new.container = new
      unsafe scope = Unmanaged.passUnretained(new)
    }
    defer { unsafe giveBack(scope, spare: spare) }
    // Right: it is owned, as said above.
    return try unsafe scope._withUnsafeGuaranteedRef(body)
  }

  private func giveBack(_ lent: Unmanaged<JSONScope>, spare: Int) {
    unsafe lent._withUnsafeGuaranteedRef { scope in
      if isOpen, unsafe lent.hasOneOwner, scope.ownsContainerAlone {
        scope.end()
        unsafe spares[spare].push(lent)
      } else {
        hasLostScopes = true
        unsafe lent.takeUnretainedValue().container = nil
      }
    }
  }

  /// Lets all spare scopes go, which own the reader, and keeps no more.
  func close() {
    isOpen = false
    for spare in spares.indices {
      while let scope = unsafe spares[spare].pop() { unsafe scope.takeUnretainedValue().container = nil }
    }
  }
}

/// Scopes that wait to be lent, the last one that came back first.
///
/// `@safe`: they own themselves as long as they are in a list.
@safe
struct JSONSpareScopes {
  private var first: Unmanaged<JSONScope>?

  init() { unsafe first = nil }

  @inline(__always)
  mutating func push(_ scope: Unmanaged<JSONScope>) {
    unsafe scope._withUnsafeGuaranteedRef { $0.otherSpares = self }
    unsafe first = scope
  }

  @inline(__always)
  mutating func pop() -> Unmanaged<JSONScope>? {
    guard let scope = unsafe first else { return nil }
    unsafe self = scope._withUnsafeGuaranteedRef { $0.otherSpares }
    return unsafe scope
  }
}

extension JSONScope {
  @inline(__always)
  fileprivate var ownsContainerAlone: Bool { container === self || isKnownUniquelyReferenced(&container) }
}

extension Unmanaged {
  /// Whether the object has one owner alone.
  @inline(__always)
  fileprivate var hasOneOwner: Bool {
    var reference = unsafe self
    // Right: it is a reference without a share, as the question takes it; nothing is retained or released.
    return unsafe withUnsafeMutablePointer(to: &reference) { pointer in
      unsafe pointer.withMemoryRebound(to: Instance.self, capacity: 1) {
        unsafe isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }
}
