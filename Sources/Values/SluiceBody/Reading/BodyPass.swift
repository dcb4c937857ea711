internal import Synchronization

/// One pass over a source that tasks and threads can share. The source's reader is made at the first read, and released
/// at the end or after an error.
package final class BodyPass: BodyReader, Sendable {
  private enum State {
    case unopened(any BodySource)
    case open(any BodyReader)
    case ended
  }

  private let state: Lock<State>

  /// Creates a pass over `source`.
  package init(over source: any BodySource) {
    state = Lock(.unopened(source))
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    try state.withLock { state in
      let previous = state
      // If reading throws, the pass stays ended.
      state = .ended
      let reader: any BodyReader
      switch previous {
      case .unopened(let source): reader = try source.makeReader()
      case .open(let open): reader = open
      case .ended: return .end
      }
      let outcome = try reader.read(into: &output)
      if outcome != .end { state = .open(reader) }
      return outcome
    }
  }

  /// Releases the reader. Blocks while it is read.
  func end() {
    _ = state.withLock { exchange(&$0, with: .ended) }
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard case .open(let reader) = state else { return false }
      reader.whenReadable(resume)
      return true
    }
    if !isOpen { resume() }
  }
}

/// Permission to make a single reader of a source, shared by all copies of the source.
package final class OneShotClaim: Sendable {
  private let isTaken = Atomic(false)
  private let path: String?

  package init(of path: String? = nil) { self.path = path }

  /// Takes the permission.
  ///
  /// - Throws: ``ErrorCode/notReplayable`` if it was already taken.
  package func take() throws(BodyError) {
    if isTaken.exchange(true, ordering: .relaxed) { throw BodyError(.notReplayable, path: path) }
  }
}
