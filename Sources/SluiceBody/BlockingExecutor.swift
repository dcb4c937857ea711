internal import Dispatch

/// Where calls that may block run, so that they never hold a thread of the pool that async code shares.
///
/// ```swift
/// try await withTaskExecutorPreference(BlockingExecutor.shared) { try file.read() }
/// ```
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor()

  private let queue = DispatchQueue(label: "sluice.blocking", attributes: .concurrent)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
