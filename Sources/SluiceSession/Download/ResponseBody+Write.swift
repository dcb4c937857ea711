internal import SluiceBody

extension ResponseBody {
  /// Hands on all bytes, block by block, and returns how many there were. Nil where there are more than `limit`: of these
  /// the block that goes beyond it is not handed on.
  ///
  /// - Throws: what `append` throws; a ``SessionError``; a `CancellationError` when the task is cancelled.
  func write(
    upTo limit: Int64, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64? {
    var room = limit
    return try await makeReader().forEachBlock { block in
      guard block.count <= room else { return false }
      room -= Int64(block.count)
      try append(block)
      return true
    }
  }
}
