/// One pass over a source from async code: its reader, made at the first read and released at the end, read where
/// blocking harms nobody.
final class BodyPass: Sendable {
  private enum State {
    case unopened(any BodySource)
    case open(any BodyReader)
    case ended
  }

  private let state: Lock<State>

  init(over source: any BodySource) {
    state = Lock(.unopened(source))
  }

  /// The bytes to be had without waiting, at most `count`, and what follows them.
  func read(upTo count: Int) async throws -> ([UInt8], BodyReadOutcome) {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      var outcome = BodyReadOutcome.end
      let bytes = try [UInt8](capacity: count) { output in
        outcome = try read(into: &output)
      }
      return (bytes, outcome)
    }
  }

  /// Reads on the calling thread.
  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    try state.withLock { state in
      let previous = state
      // Also the end of a pass that throws.
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

  /// Returns when the reader is worth reading again, or the task is cancelled.
  func untilReadable() async {
    let signal = Signal()
    whenReadable { signal.fire() }
    await signal.wait()
  }

  /// Calls `resume` once the reader is worth reading again.
  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard case .open(let reader) = state else { return false }
      reader.whenReadable(resume)
      return true
    }
    if !isOpen { resume() }
  }
}
