internal import Glibc

/// A task executor for calls that may block, so that they never hold a thread of the shared concurrency pool.
///
/// ```swift
/// try await withTaskExecutorPreference(BlockingExecutor.shared) { try file.read() }
/// ```
///
/// Up to 256 jobs can block without delaying others by more than milliseconds. Beyond, jobs wait in their order, so no
/// job may block until another one has run: 256 such jobs would wait forever.
package final class BlockingExecutor: TaskExecutor {
  /// The executor of the process.
  package static let shared = BlockingExecutor()

  /// The stacks have the usual size, because closures of the program run on them, too.
  private let threads = ThreadPool(maximumThreadCount: 256, stackByteCount: 8 << 20)

  /// Runs a job on a thread that may block.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // SAFETY: the job runs once, and the closure keeps `self` alive while it runs.
    let work: ThreadPool.Job = { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    while true {
      // Without a thread, waiting until the system has one is all that is left: a job has no error.
      do throws(SystemError) { return try threads.run(work) } catch { usleep(10_000) }
    }
  }
}
