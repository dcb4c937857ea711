internal import SluiceBody
package import SluiceTransport
internal import Synchronization

/// The invalidation of a session, which ends everything that waits on behalf of a call.
package final class Invalidation: Sendable {
  private struct State {
    var lastNumber = 0
    var callbacks: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Lock(State())
  /// Changes with the lock only, so that no callback is missed.
  private let flag = Atomic(false)

  /// Whether the session was invalidated.
  package var hasOccurred: Bool { flag.load(ordering: .acquiring) }

  /// - Throws: A ``SessionError`` with the code `invalidated` if the session was invalidated.
  package func check() throws(SessionError) { if hasOccurred { throw .invalidated } }

  /// Calls all callbacks. Has no effect after the first call.
  func occur() {
    let callbacks = state.withLock { state in
      flag.store(true, ordering: .releasing)
      defer { state.callbacks = [:] }
      return state.callbacks.values
    }
    for callback in callbacks { callback() }
  }

  /// Calls back when the session is invalidated, possibly before this returns.
  ///
  /// - Returns: The number of the callback, or `nil` if it was called.
  package func whenOccurred(_ callback: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      if hasOccurred { return nil }
      state.lastNumber += 1
      state.callbacks[state.lastNumber] = callback
      return state.lastNumber
    }
    if number == nil { callback() }
    return number
  }

  /// Removes a callback that was not called.
  package func removeCallback(_ number: Int) {
    state.withLock { _ = $0.callbacks.removeValue(forKey: number) }
  }

  /// Runs work until the session is invalidated.
  ///
  /// - Throws: The errors of the work; a ``SessionError`` with the code `invalidated`; a `CancellationError`.
  package func limiting<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await Deadline(after: nil, invalidation: self).limiting(work)
  }
}
