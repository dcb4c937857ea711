internal import Dispatch

/// Returns the result of a call that may block, without holding a thread of the shared concurrency pool.
///
/// - Throws: The error of `work`; a `CancellationError` as soon as the task is cancelled. The call continues then.
func blocking<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let results = AsyncThrowingStream<Result, any Error> { continuation in
    // Dispatch starts a thread at once for a new serial queue. A concurrent queue gets one thread a second while its
    // calls block.
    DispatchQueue(label: "sluice.network").async {
      do {
        continuation.yield(try work())
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
  for try await result in results { return result }
  throw CancellationError()
}
