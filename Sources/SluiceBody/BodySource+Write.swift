extension BodySource {
  /// Writes one pass over the body to an open file, pipe or socket, in flat memory, and returns the number of bytes.
  ///
  /// Reading and writing may block; both happen off the threads that async code shares. The descriptor stays open.
  ///
  /// - Throws: what the body's reader throws; ``BodyError/Code/writeFailed``; a `CancellationError` when the task is
  ///   cancelled, between two blocks.
  @discardableResult
  public func write(toFileDescriptor descriptor: CInt) async throws -> Int64 {
    let pass = BodyPass(over: self)
    return try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await pass.forEachBlock { block in
        do throws(SystemError) {
          try writeAll(of: block, to: descriptor)
        } catch {
          throw BodyError(.writeFailed, systemError: error)
        }
        return true
      } ?? 0
    }
  }
}
