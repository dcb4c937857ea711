internal import SluiceBody

extension ResponseBody {
  /// Hands on all bytes, block by block in memory that is used again, and returns how many there were. Nil where there
  /// are more than `limit`: of these the block that goes beyond it is not handed on.
  ///
  /// - Throws: what `append` throws; a ``SessionError``; a `CancellationError` when the task is cancelled.
  func write(
    upTo limit: Int64, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64? {
    let reader = try makeReader()
    var block: [UInt8] = []
    var total: Int64 = 0
    while true {
      try Task.checkCancellation()
      block.removeAll(keepingCapacity: true)
      var outcome = BodyReadOutcome.end
      try block.append(addingCapacity: 128 * 1024) { outcome = try reader.read(into: &$0) }
      guard block.count <= limit - total else { return nil }
      if !block.isEmpty { try append(block.span) }
      total += Int64(block.count)
      switch outcome {
      case .more: continue
      case .waiting: await reader.untilReadable()
      case .end: return total
      }
    }
  }
}
