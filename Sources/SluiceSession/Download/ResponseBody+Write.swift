internal import SluiceBody

extension ResponseBody {
  /// Passes all bytes to a closure, block by block. The block that exceeds `limit` is not passed.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - append: Takes a block.
  /// - Returns: The number of bytes; `nil` if there are more than `limit`.
  /// - Throws: The errors of `append`; a ``SessionError``; a `CancellationError` if the task is cancelled.
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
