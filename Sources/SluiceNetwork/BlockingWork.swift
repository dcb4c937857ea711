internal import Dispatch

/// Returns the result of a call that may block, without holding a thread of the shared concurrency pool.
///
/// - Throws: The error of `work`; a `CancellationError` as soon as the task is cancelled. The call continues then.
func blocking<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let results = AsyncThrowingStream<Result, any Error> { continuation in
    // A queue of its own gets a thread at once. One queue for all would get one a second while others block.
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
