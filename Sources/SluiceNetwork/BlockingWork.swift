internal import Dispatch

/// The queue for calls that may block, so that they never hold a thread of the shared concurrency pool.
private let queue = DispatchQueue(label: "sluice.network", attributes: .concurrent)

/// Returns the result of a call that may block.
///
/// - Throws: The error of `work`; a `CancellationError` as soon as the task is cancelled. The call continues then.
func blocking<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let results = AsyncThrowingStream<Result, any Error> { continuation in
    queue.async {
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
