/// Bytes of a body, and whether they are its last.
package struct BodyChunk: Sendable {
  package let bytes: [UInt8]
  package let isLast: Bool
}

extension BodyReader {
  /// The next bytes, at most `count`; none at the end alone. Waits for them; a cancelled task gets a `CancellationError`.
  package func next(upTo count: Int) async throws -> BodyChunk {
    while true {
      try Task.checkCancellation()
      var outcome = BodyReadOutcome.end
      var bytes = try [UInt8](capacity: count) { outcome = try read(into: &$0) }
      // A chunk that is kept should not keep more memory than it needs.
      if bytes.count <= count / 2 { bytes = Array(bytes[...]) }
      if !bytes.isEmpty || outcome == .end { return BodyChunk(bytes: bytes, isLast: outcome == .end) }
      if outcome == .waiting { await untilReadable() }
    }
  }

  /// Hands on all bytes, block by block in memory that is used again, and returns how many there were. Nil where `body`
  /// says not to go on.
  package func forEachBlock(
    ofAtMost size: Int = 128 * 1024, _ body: (borrowing Span<UInt8>) throws -> Bool
  ) async throws -> Int64? {
    var block: [UInt8] = []
    var total: Int64 = 0
    while true {
      try Task.checkCancellation()
      block.removeAll(keepingCapacity: true)
      var outcome = BodyReadOutcome.end
      try block.append(addingCapacity: size) { outcome = try read(into: &$0) }
      if !block.isEmpty, try !body(block.span) { return nil }
      total += Int64(block.count)
      switch outcome {
      case .more: continue
      case .waiting: await untilReadable()
      case .end: return total
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
