import Dispatch
internal import SluiceBody

/// A task executor that runs async work to its end on the calling thread, which is faster than a pool of threads.
package final class CallerExecutor: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])
  private let arrival = DispatchSemaphore(value: 0)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrival.signal()
  }

  /// Runs `body` to its end on the calling thread, and returns its result.
  ///
  /// - Throws: Any error of `body`.
  package static func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
    let executor = CallerExecutor()
    let outcome = Lock<Result<T, any Error>?>(nil)
    Task(executorPreference: executor) {
      let result: Result<T, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
    }
    while true {
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      executor.arrival.wait()
      for job in executor.jobs.withLock({ jobs in
        defer { jobs = [] }
        return jobs
      }) {
        // SAFETY: Each job leaves the list before it runs, so it runs once, on the executor that it was given to.
        unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
      }
    }
  }
}
