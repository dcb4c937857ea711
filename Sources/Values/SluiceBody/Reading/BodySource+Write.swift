extension BodySource {
  /// Writes the whole body to an open file, pipe or socket, in constant memory.
  ///
  /// Reading and writing may block. Both happen on a thread outside the shared concurrency pool.
  ///
  /// - Parameter descriptor: The descriptor to write to, blocking or not. It stays open.
  /// - Returns: The number of bytes written.
  /// - Throws: The error of the body's reader; ``BodyError/Code/writeFailed``; a `CancellationError` if the task is
  ///   cancelled, which is checked between two blocks of 128 KiB.
  @discardableResult
  public func write(toFileDescriptor descriptor: CInt) async throws -> Int64 {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await makeReader().forEachBlock { block in
        try SluiceBody.write(block, toOutput: descriptor)
        return true
      } ?? 0
    }
  }
}

/// Writes all of `block` to a descriptor that the caller owns.
///
/// - Throws: ``BodyError/Code/writeFailed``.
package func write(_ block: borrowing Span<UInt8>, toOutput descriptor: CInt) throws(BodyError) {
  do throws(SystemError) {
    try writeAll(of: block, to: descriptor)
  } catch {
    throw BodyError(.writeFailed, systemError: error)
  }
}
