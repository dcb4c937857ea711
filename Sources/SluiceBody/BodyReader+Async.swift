extension BodyReader {
  /// The next bytes, at most `count`; nil at the end. Waits for them; a cancelled task gets a `CancellationError`.
  package func next(upTo count: Int) async throws -> [UInt8]? {
    while true {
      try Task.checkCancellation()
      var outcome = BodyReadOutcome.end
      let bytes = try [UInt8](capacity: count) { outcome = try read(into: &$0) }
      // A chunk that is kept should not keep more memory than it needs.
      if !bytes.isEmpty { return bytes.count > count / 2 ? bytes : Array(bytes[...]) }
      switch outcome {
      case .more: continue
      case .end: return nil
      case .waiting: await untilReadable()
      }
    }
  }

  /// Returns when the reader is worth reading again, or the task is cancelled.
  package func untilReadable() async {
    let signal = Signal()
    whenReadable { signal.fire() }
    await signal.wait()
  }
}
