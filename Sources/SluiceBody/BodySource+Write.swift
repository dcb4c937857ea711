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
      var block: [UInt8] = []
      var total: Int64 = 0
      while true {
        try Task.checkCancellation()
        block.removeAll(keepingCapacity: true)
        var outcome = BodyReadOutcome.end
        try block.append(addingCapacity: 128 * 1024) { output in
          outcome = try pass.read(into: &output)
        }
        do throws(SystemError) {
          try writeAll(of: block.span, to: descriptor)
        } catch {
          throw BodyError(.writeFailed, systemError: error)
        }
        total += Int64(block.count)
        switch outcome {
        case .more: continue
        case .waiting: await pass.untilReadable()
        case .end: return total
        }
      }
    }
  }
}
