internal import Dispatch

/// A task executor for calls that may block, so that they never hold a thread of the shared concurrency pool.
///
/// ```swift
/// try await withTaskExecutorPreference(BlockingExecutor.shared) { try file.read() }
/// ```
package final class BlockingExecutor: TaskExecutor {
  /// The executor of the process.
  package static let shared = BlockingExecutor()

  private let queue = DispatchQueue(label: "sluice.blocking", attributes: .concurrent)

  /// Runs a job on a queue whose threads may block.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // SAFETY: the job runs once, and the closure keeps `self` alive while it runs.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
